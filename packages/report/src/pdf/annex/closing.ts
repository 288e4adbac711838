import type { Report } from '@perimeter/contract/report';
import { clean, cleanMono, shortened, typographic } from '../typography.ts';
import type { AnnexLimits } from './limits.ts';

/** Maximum number of printed gaps; the attachment has all. */
const maxGaps = 240;

/** What was not tested, grouped by reason. */
function notTestedOf({ coverage, modules }: Report, maxNames: number): object[] {
  const titles = new Map(modules.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title] as const)));
  const groups = Map.groupBy(coverage.notTested.slice(0, maxGaps), ({ reason }) => reason);
  return [...groups].map(([reason, gaps]) => ({
    reason: clean(reason, 300),
    what: gaps.slice(0, maxNames).map(({ what }) => clean(titles.get(what) ?? what, 300)),
    more: Math.max(0, gaps.length - maxNames),
  }));
}

/** Observations, without repetitions for several addresses. */
function observationsOf({ observations }: Report, maxLength: number): object[] {
  const printed = observations.map(({ title, host, description }) => ({
    title: clean(title, 200),
    host: cleanMono(host, 100, 20),
    description: clean(shortened(description, maxLength)),
  }));
  return [...new Map(printed.map((one) => [JSON.stringify(one), one])).values()];
}

const outcomeWords = {
  pass: 'pass',
  fail: 'fail',
  informational: 'info',
  'not-applicable': 'n/a',
  inconclusive: 'open',
} as const;

const words = Object.values(outcomeWords);

/** The modules with each check, or with the number of checks by result. */
const modulesOf = ({ modules }: Report, everyCheck: boolean): object[] =>
  modules.map(({ title, checks }) => ({
    title: clean(title),
    total: checks.length,
    counts: words.map((word) => checks.filter(({ outcome }) => outcomeWords[outcome] === word).length),
    checks: (everyCheck ? checks : []).map((check) => ({
      id: check.id,
      title: clean(typographic(check.title), 200),
      outcome: outcomeWords[check.outcome],
    })),
  }));

/** The chapters at the end of the annex. */
export function closingOf(
  report: Report,
  { gaps: maxNames, observations: maxObservations, observationLength, everyCheck }: AnnexLimits,
): object {
  const observations = observationsOf(report, observationLength);
  return {
    observations: observations.slice(0, maxObservations),
    moreObservations: Math.max(0, observations.length - maxObservations),
    notTested: notTestedOf(report, maxNames),
    moreNotTested: Math.max(0, report.coverage.notTested.length - maxGaps),
    everyCheck,
    outcomes: words,
    modules: modulesOf(report, everyCheck),
  };
}
