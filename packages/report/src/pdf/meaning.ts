import type { Finding, Severity } from '@perimeter/contract/finding';
import { counted } from '../words.ts';

/** A consequence in plain words, and the weaknesses that open the way to it. */
export interface Meaning {
  what: string;
  /** How many weaknesses lead there, and how easily. */
  reach: string;
  severity: Severity;
  gravest: Finding;
}

// Metrics of CVSS 4.0 sections 2.1 and 2.2; a vector's metric stands between slashes.
const metric = (vector: string, name: string): string => new RegExp(`/${name}:([A-Z])`, 'u').exec(vector)?.[1] ?? 'N';

const consequences = [
  { what: 'Eavesdrop on confidential data', metrics: ['VC', 'SC'] },
  { what: 'Tamper with traffic or impersonate the site', metrics: ['VI', 'SI'] },
  { what: 'Disrupt the service', metrics: ['VA', 'SA'] },
] as const;

const impact = ({ cvssVector }: Finding, metrics: readonly string[]): 'high' | 'low' | 'none' => {
  const levels = metrics.map((name) => metric(cvssVector, name));
  return levels.includes('H') ? 'high' : levels.includes('L') ? 'low' : 'none';
};

/** Needs neither particular circumstances nor anything that a person does. */
const isDirect = ({ cvssVector }: Finding): boolean =>
  metric(cvssVector, 'AC') === 'L' && metric(cvssVector, 'AT') === 'N' && metric(cvssVector, 'UI') === 'N';

function reachOf(all: readonly Finding[], metrics: readonly string[]): string {
  const grave = all.filter((finding) => impact(finding, metrics) === 'high').length;
  const direct = all.filter(isDirect).length;
  return [
    counted(all.length, 'issue'),
    ...(grave > 0 ? [`${grave} with serious impact`] : []),
    direct > 0
      ? `${direct} exploitable without preconditions`
      : `${all.length === 1 ? '' : 'all '}exploitable only with preconditions`,
  ].join(', ');
}

/** What the weaknesses of a report allow, one finding for each, gravest first, as their own vectors say. */
export function meanings(weaknesses: readonly Finding[]): Meaning[] {
  return consequences.flatMap(({ what, metrics }) => {
    const all = weaknesses.filter((finding) => impact(finding, metrics) !== 'none');
    const [gravest] = all;
    return gravest === undefined ? [] : [{ what, reach: reachOf(all, metrics), severity: gravest.severity, gravest }];
  });
}
