import type { OutcomeKind } from '../report.ts';
import type { AfterFixes } from '../score.ts';
import { type AcceptedRisk, soonDays, type WaiverEffect, waiverEndMs } from './waiver.ts';

/** What waivers are matched against. */
export interface WaivableReport {
  findings: readonly { checkId: string; fingerprint: string }[];
  modules: readonly { checks: readonly { id: string; outcome: OutcomeKind }[] }[];
}

/** One waiver, and what it does to a report. */
export interface Effect<W extends AcceptedRisk> {
  waiver: W;
  effect: WaiverEffect;
  /** Findings of the report that it covers. */
  findings: number;
  expiresSoon: boolean;
}

/** What the waivers of a domain do to a report. */
export interface Application<W extends AcceptedRisk> {
  effects: readonly Effect<W>[];
  /** The waiver of each finding that has one, by fingerprint: that of the finding before that of its check. */
  waived: ReadonlyMap<string, W>;
}

/** What the output formats show of accepted risks. */
export interface Accepted {
  waived: ReadonlyMap<string, AcceptedRisk>;
  /** The score without their findings; null where it cannot be computed. */
  score: AfterFixes | null;
}

const soonMs = soonDays * 86_400_000;

const covers = ({ fingerprint, checkId }: AcceptedRisk, finding: WaivableReport['findings'][number]): boolean =>
  fingerprint === null ? finding.checkId === checkId : finding.fingerprint === fingerprint;

/** Applies waivers to a report at a time: a finding whose check has no result is not gone, it is not known. */
export function applyWaivers<W extends AcceptedRisk>(
  waivers: readonly W[],
  { findings, modules }: WaivableReport,
  nowMs: number,
): Application<W> {
  const open = new Set(
    modules.flatMap(({ checks }) => checks.flatMap(({ id, outcome }) => (outcome === 'inconclusive' ? [id] : []))),
  );
  const waived = new Map<string, W>();
  const effects = waivers.map((waiver): Effect<W> => {
    const endMs = waiverEndMs(waiver.expires);
    const own = findings.filter((finding) => covers(waiver, finding));
    if (endMs < nowMs) return { waiver, effect: 'expired', findings: own.length, expiresSoon: false };
    const expiresSoon = endMs - nowMs < soonMs;
    if (own.length === 0) {
      const isOpen = waiver.checkId !== null && open.has(waiver.checkId);
      return { waiver, effect: isOpen ? 'inconclusive' : 'unmatched', findings: 0, expiresSoon };
    }
    for (const { fingerprint } of own)
      if (waiver.fingerprint !== null || !waived.has(fingerprint)) waived.set(fingerprint, waiver);
    return { waiver, effect: 'applied', findings: own.length, expiresSoon };
  });
  return { effects, waived };
}

/** "accepted until 2027-03-31: no mail is sent from here". */
export const acceptedText = ({ expires, reason }: AcceptedRisk): string => `accepted until ${expires}: ${reason}`;
