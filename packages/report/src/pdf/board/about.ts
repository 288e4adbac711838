import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { standingOf } from '@perimeter/contract/standing';
import { counted, inSentence } from '../../words.ts';
import { clean, typographic } from '../typography.ts';
import { whenItWas } from './summary.ts';

const maxHosts = 4;

function hostsOf({ dns, domain }: Report): string {
  const hosts = [...new Set((dns?.addresses ?? []).filter(({ probed }) => probed).map(({ host }) => host))];
  if (hosts.length === 0) return domain;
  const more = hosts.length - maxHosts;
  return more > 0 ? `${hosts.slice(0, maxHosts).join(', ')} and ${counted(more, 'more host')}` : inSentence(hosts);
}

function scopeOf(report: Report): string {
  const { applicable, concluded } = report.coverage.overall;
  const blind = categoryKey.options.filter((key) => standingOf(report, key) === 'not-assessed');
  const checks = report.modules.reduce((sum, module) => sum + module.checks.length, 0);
  const names = blind.length === 0 ? '' : ` Not assessed: ${inSentence(blind.map((key) => categoryTitles[key]))}.`;
  return (
    `${whenItWas(report)}, ${hostsOf(report)} as seen from the internet, without credentials. ` +
    `${counted(checks, 'check')} in ${report.scanMode} mode; ${applicable} applied, and ${concluded === applicable ? 'all' : concluded} of these had a result.` +
    names
  );
}

const method =
  "Each check tests one requirement with the evidence that the audit collected. Its severity is the rating of its CVSS 4.0 vector. A failed check takes its share of what is left of its category's 100 points; the total is the weighted mean of the categories, and some issues cap it. The audit sends only requests that any internet user can send, tries no passwords, submits no forms and exploits no vulnerability.";

const terms =
  'An issue is one failed check, numbered from P-001. A finding is one place where that check failed: an issue has one or more findings. Evidence is raw data from the servers. An inconclusive check counts neither as passed nor as failed.';

/** Audience, scope and method, one paragraph each; the template adds page numbers. */
export const aboutOf = (report: Report): object[] =>
  [
    ['Scope', scopeOf(report)],
    ['Method', method],
    ['Terms', terms],
  ].map(([name = '', text = '']) => ({ name, text: clean(typographic(text)) }));
