import type { Report } from '@perimeter/contract/report';
import { type Accepted, applyWaivers, type Effect } from '@perimeter/contract/waiver/apply';
import { waiverEndMs } from '@perimeter/contract/waiver/waiver';
import { modules } from '@perimeter/engine/modules/registry';
import { storedOutcomes } from '@perimeter/engine/runner/report/stored-outcomes';
import { counted } from '@perimeter/report/words';
import { type FileWaiver, readIgnoreFile } from './ignore-file.ts';

/** The waivers of one command: applied to each of its reports, and what has to be said about them at its end. */
export interface Waivers {
  apply: (report: Report) => Accepted;
  /** What to tell of waivers that expired, end soon or matched nothing, one line each. */
  notices: () => string[];
}

const known: ReadonlySet<string> = new Set(modules.flatMap(({ checks }) => checks.map(({ id }) => id)));

const dayMs = 86_400_000;

const subjectOf = ({ fingerprint, checkId, domain }: FileWaiver): string =>
  `${checkId ?? `finding ${fingerprint?.slice(0, 12) ?? ''}`}${domain === null ? '' : `@${domain}`}`;

/** A waiver with everything that it did to the reports of the command. */
function noticeOf(waiver: FileWaiver, file: string, effects: readonly Effect<FileWaiver>[], nowMs: number): string[] {
  const told = `Waiver of ${subjectOf(waiver)} (${file}, ${waiver.place})`;
  const endMs = waiverEndMs(waiver.expires);
  if (endMs < nowMs) {
    const findings = effects.reduce((sum, one) => sum + one.findings, 0);
    const again = findings === 0 ? '' : `: ${counted(findings, 'finding')} of it count again`;
    return [`${told} expired on ${waiver.expires}${again}`];
  }
  const days = Math.floor((endMs - nowMs) / dayMs);
  const soon = effects.some(({ effect, expiresSoon }) => effect === 'applied' && expiresSoon);
  if (soon) return [`${told} expires on ${waiver.expires}, in ${counted(days, 'day')}`];
  if (waiver.checkId !== null && !known.has(waiver.checkId))
    return [`${told} matches nothing: there is no such check. List them with perimeter checks`];
  // Where no report came about, nobody knows whether it still matches.
  const isUnmatched = effects.length > 0 && effects.every(({ effect }) => effect === 'unmatched');
  return isUnmatched ? [`${told} matches no finding: remove it if the issue is fixed`] : [];
}

/** Reads the waivers of a file before the first packet. Throws UsageError where it is of no use. */
export function startWaivers(file: string, nowMs: number): Waivers {
  const all = readIgnoreFile(file, nowMs);
  const seen = new Map<FileWaiver, Effect<FileWaiver>[]>(all.map((one) => [one, []]));
  return {
    apply: (report) => {
      const own = all.filter(({ domain }) => domain === null || domain === report.domain);
      const { effects, waived } = applyWaivers(own, report, nowMs);
      for (const effect of effects) seen.get(effect.waiver)?.push(effect);
      return { waived, score: storedOutcomes(report)?.without(new Set(waived.keys())) ?? null };
    },
    notices: () => [...seen].flatMap(([one, effects]) => noticeOf(one, file, effects, nowMs)),
  };
}
