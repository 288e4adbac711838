import { type Severity, severity } from '../finding.ts';
import type { OutcomeKind } from '../report.ts';
import type { AfterFixes } from '../score.ts';
import { type AcceptedRisk, daysUntil, soonDays, type WaiverEffect } from './waiver.ts';

/** What waivers are matched against; host and severity are needed by those that name them. */
export interface WaivableReport {
  domain?: string | undefined;
  findings: readonly WaivableFinding[];
  modules: readonly { checks: readonly { id: string; outcome: OutcomeKind }[] }[];
}

/** The fields of a finding that are compared with a waiver. */
export interface WaivableFinding {
  checkId: string;
  fingerprint: string;
  host?: string | undefined;
  port?: number | null | undefined;
  severity?: Severity | undefined;
}

/** One waiver, and what it does to a report. */
export interface Effect<W extends AcceptedRisk> {
  waiver: W;
  effect: WaiverEffect;
  /** Findings of the report that it is about: covered, unless the waiver expired or is outgrown. */
  findings: number;
  /** The highest severity of the findings that became more severe than when accepted; null: none did. */
  grownTo: Severity | null;
  expiresSoon: boolean;
}

/** The effect of a domain's waivers on a report. */
export interface Application<W extends AcceptedRisk> {
  effects: readonly Effect<W>[];
  /** The waiver of each finding that has one, by fingerprint: that of the finding before that of its check. */
  waived: ReadonlyMap<string, W>;
}

/** The part of accepted risks that the output formats show. */
export interface Accepted {
  waived: ReadonlyMap<string, AcceptedRisk>;
  /** The score without their findings; null where it cannot be computed. */
  score: AfterFixes | null;
}

/** Whether a waiver is about a finding, however severe that is now. */
const isAbout = (waiver: AcceptedRisk, { fingerprint, checkId, host }: WaivableFinding): boolean =>
  (waiver.fingerprint === null || waiver.fingerprint === fingerprint) &&
  (waiver.checkId === null || waiver.checkId === checkId) &&
  ((waiver.host ?? null) === null || waiver.host === host);

/** Severities stand worst first. */
const isWorse = (now: Severity | undefined, then: Severity | null): boolean =>
  now !== undefined && then !== null && severity.options.indexOf(now) < severity.options.indexOf(then);

const isBelow = (host: string, domain: string | undefined): boolean =>
  domain === undefined || host === domain || host.endsWith(`.${domain}`);

/**
 * Whether a report would have the finding if it were there: its check has a result, on a host that the audit looks at. A fingerprint
 * names no check, so any check without a result may be the one.
 */
function isJudged({ checkId, host = null }: AcceptedRisk, { domain, modules }: WaivableReport): boolean {
  if (host !== null && !isBelow(host, domain)) return false;
  const checks = modules.flatMap((one) => one.checks);
  const own = checkId === null ? checks : checks.filter(({ id }) => id === checkId);
  return own.length > 0 && own.every(({ outcome }) => outcome !== 'inconclusive');
}

/** The worst of these severities; null: none. */
export const worstOf = (levels: readonly (Severity | undefined)[]): Severity | null =>
  severity.options.find((level) => levels.includes(level)) ?? null;

function effectOf<W extends AcceptedRisk>(
  waiver: W,
  report: WaivableReport,
  nowMs: number,
  matches: (waiver: W, finding: WaivableFinding) => boolean,
): { effect: Effect<W>; covered: readonly WaivableFinding[] } {
  const days = daysUntil(waiver.expires, nowMs);
  const own = report.findings.filter((finding) => isAbout(waiver, finding) && matches(waiver, finding));
  const grown = own.filter((finding) => isWorse(finding.severity, waiver.severity ?? null));
  const grownTo = worstOf(grown.map((finding) => finding.severity));
  const told = { waiver, findings: own.length, grownTo, expiresSoon: false };
  if (days <= 0) return { effect: { ...told, effect: 'expired' }, covered: [] };
  const expiresSoon = days <= soonDays;
  if (own.length === 0)
    return {
      effect: { ...told, effect: isJudged(waiver, report) ? 'unmatched' : 'inconclusive', expiresSoon },
      covered: [],
    };
  if (grown.length === own.length) return { effect: { ...told, effect: 'outgrown', expiresSoon }, covered: [] };
  const covered = own.filter((finding) => !grown.includes(finding));
  return { effect: { ...told, effect: 'applied', findings: covered.length, expiresSoon }, covered };
}

/**
 * Applies waivers to a report at a given time. A finding whose check has no result is unknown, not fixed. What waivers name beside
 * check, fingerprint and host is compared by the caller.
 */
export function applyWaivers<W extends AcceptedRisk>(
  waivers: readonly W[],
  report: WaivableReport,
  nowMs: number,
  matches: (waiver: W, finding: WaivableFinding) => boolean = () => true,
): Application<W> {
  const waived = new Map<string, W>();
  const effects = waivers.map((waiver): Effect<W> => {
    const { effect, covered } = effectOf(waiver, report, nowMs, matches);
    for (const { fingerprint } of covered)
      if (waiver.fingerprint !== null || !waived.has(fingerprint)) waived.set(fingerprint, waiver);
    return effect;
  });
  return { effects, waived };
}

/** "accepted until 2027-03-31: no mail is sent from here". */
export const acceptedText = ({ expires, reason }: AcceptedRisk): string => `accepted until ${expires}: ${reason}`;
