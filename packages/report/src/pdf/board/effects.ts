import { type CategoryKey, categoryKey } from '@perimeter/contract/category';
import type { Finding, Severity } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { capWithoutIssue } from '../../verdict/lasting-cap.ts';
import { counted } from '../../words.ts';
import { fixBy, ownerOf } from './plan.ts';

/** What can happen, in words for a board. */
export interface Effect {
  what: string;
  /** Who is harmed. */
  whom: string;
  likelihood: string;
  /** The day by which its most severe issue, and its example, should be fixed. */
  by: string;
  owner: string;
  severity: Severity;
  /** One of its most severe issues; null where no issue states it. */
  cause: Finding | null;
  /** How many issues lead to it. */
  reach: string;
}

// Metrics of CVSS 4.0 sections 2.1 and 2.2; a vector's metric stands between slashes.
const metric = (vector: string, name: string): string => new RegExp(`/${name}:([A-Z])`, 'u').exec(vector)?.[1] ?? 'N';

interface Consequence {
  metrics: readonly string[];
  serious: string;
  limited: string;
}

const consequences: readonly Consequence[] = [
  {
    metrics: ['VC', 'SC'],
    serious: 'Outsiders read confidential data, such as passwords, sessions and personal data',
    limited: 'Outsiders learn some data or details of your systems',
  },
  {
    metrics: ['VI', 'SI'],
    serious: 'Outsiders impersonate the site, or change what visitors see and send',
    limited: 'Outsiders change parts of what visitors see, or act in their name',
  },
  {
    metrics: ['VA', 'SA'],
    serious: 'Outsiders make the service unavailable',
    limited: 'Outsiders slow the service down',
  },
];

const harmed: Readonly<Record<CategoryKey, string>> = {
  tls: 'visitors, customers and partners who exchange data with the site',
  http_security: 'visitors of the website, most of all those who are logged in',
  dns_email: 'recipients of e-mail in your name',
  network: 'your own systems and staff',
};

const impact = ({ cvssVector }: Finding, metrics: readonly string[]): 'high' | 'low' | 'none' => {
  const levels = metrics.map((name) => metric(cvssVector, name));
  return levels.includes('H') ? 'high' : levels.includes('L') ? 'low' : 'none';
};

const eases = ['direct', 'lured', 'prepared'] as const;
type Ease = (typeof eases)[number];

/** How easily an issue can be used, from the exploitability metrics of its vector. */
function easeOf({ cvssVector }: Finding): Ease {
  if (metric(cvssVector, 'AC') === 'H' || metric(cvssVector, 'AT') === 'P') return 'prepared';
  return metric(cvssVector, 'UI') === 'N' ? 'direct' : 'lured';
}

const easeTexts: Readonly<Record<Ease, string>> = {
  direct: 'Likely: anyone on the internet can do it without preparation',
  lured: 'Possible: a visitor must first be lured into an action, such as opening a link',
  prepared: 'Less likely: it takes a position on the network path, or special effort',
};

/** The likelihood of the easiest way, and how many of the issues offer it. */
function likelihoodOf(all: readonly Finding[]): string {
  const easiest = eases.find((ease) => all.some((finding) => easeOf(finding) === ease)) ?? 'prepared';
  const count = all.filter((finding) => easeOf(finding) === easiest).length;
  return `${easeTexts[easiest]}${count === all.length ? '' : ` (${count} of ${counted(all.length, 'issue')})`}`;
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const categoriesOf = (all: readonly Finding[]): CategoryKey[] =>
  categoryKey.options.filter((key) => all.some(({ category }) => category === key));

function effectOf(
  consequence: Consequence,
  issues: readonly Finding[],
  { completedAt, named }: { completedAt: number; named: Set<Finding | null> },
): Effect[] {
  const all = issues.filter((finding) => impact(finding, consequence.metrics) !== 'none');
  const [worst] = all;
  if (worst === undefined) return [];
  const serious = all.filter((finding) => impact(finding, consequence.metrics) === 'high');
  // Whom it harms and how likely it is follow from the issues that make it as bad as it is.
  const leading = serious.length === 0 ? all : serious;
  const lesser = all.length - leading.length;
  // The example has the date of the row; it is another one than in the rows before, where there is one.
  const { severity } = leading[0] ?? worst;
  const examples = leading.filter((finding) => finding.severity === severity);
  const cause = examples.find((finding) => !named.has(finding)) ?? examples[0] ?? worst;
  named.add(cause);
  const categories = categoriesOf(leading);
  return [
    {
      what: serious.length === 0 ? consequence.limited : consequence.serious,
      whom: sentenceCase(categories.map((key) => harmed[key]).join('; ')),
      likelihood: likelihoodOf(leading),
      by: fixBy(severity, completedAt),
      owner: sentenceCase(
        categories.map((key) => ownerOf[key].replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase())).join('; '),
      ),
      severity,
      cause,
      reach: `${counted(leading.length, 'issue')}${lesser === 0 ? '' : `; ${lesser} more to a lesser extent`}`,
    },
  ];
}

/** Visitors who are turned away by a browser's warning: certain, and not in the metrics of any vector. */
function turnedAway({ certificates, modules, completedAt }: Report, issues: readonly Finding[]): Effect[] {
  const https = (certificates?.chains ?? []).filter(({ port }) => port === 443);
  // An address with two certificates turns visitors away only if neither is trusted.
  const places = Map.groupBy(https, ({ address, serverName }) => `${address} ${serverName}`);
  if (![...places.values()].some((chains) => chains.every(({ trusted }) => !trusted))) return [];
  const checks = modules.filter(({ id }) => id === 'certificates').flatMap((module) => module.checks);
  const all = issues.filter(({ checkId }) => checks.some(({ id }) => id === checkId));
  const cause = all.find(({ severity }) => severity === 'critical' || severity === 'high');
  if (cause === undefined) return [];
  return [
    {
      what: 'Browsers turn visitors away with a full-page warning, and programs refuse to connect',
      whom: 'Everyone who opens the site or uses its interfaces',
      likelihood: 'Certain: it happens with every visit',
      by: fixBy(cause.severity, completedAt),
      owner: ownerOf.tls,
      severity: cause.severity,
      cause,
      reach: '',
    },
  ];
}

/** What follows from a site without HTTPS, which no issue states. */
const withoutHttps = (report: Report): Effect[] =>
  capWithoutIssue(report) === null
    ? []
    : [
        {
          what: 'Outsiders read and change everything that visitors send and receive: the site has no HTTPS',
          whom: 'All visitors of the site',
          likelihood: 'Possible for anyone on the same network, such as a public Wi-Fi',
          by: fixBy('high', report.completedAt),
          owner: ownerOf.tls,
          severity: 'high',
          cause: null,
          reach: '',
        },
      ];

/** What the issues of a report can lead to, most severe first. */
export function effectsOf(report: Report, issues: readonly Issue[]): Effect[] {
  const worst = issues.map(([first]) => first);
  const certain = [...turnedAway(report, worst), ...withoutHttps(report)];
  const named = new Set(certain.map(({ cause }) => cause));
  const { completedAt } = report;
  return [...certain, ...consequences.flatMap((consequence) => effectOf(consequence, worst, { completedAt, named }))];
}
