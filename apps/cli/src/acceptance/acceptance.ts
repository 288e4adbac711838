import { isInDomain } from '@perimeter/protocols/domain/below';
import type { Report } from '@perimeter/contract/report';
import {
  type Accepted,
  applyWaivers,
  type Effect,
  type WaivableFinding,
  worstOf,
} from '@perimeter/contract/waiver/apply';
import {
  type AcceptedRisk,
  type AcceptEntry,
  daysUntil,
  expiryMistake,
  soonDays,
} from '@perimeter/contract/waiver/waiver';
import { checkIds } from '@perimeter/engine/modules/registry';
import { fingerprintOf } from '@perimeter/engine/runner/findings';
import { storedOutcomes } from '@perimeter/engine/runner/report/stored-outcomes';
import { nearest } from '@perimeter/report/nearest';
import { counted } from '@perimeter/report/words';
import { UsageError } from '../argument-values.ts';
import type { ReadFile } from '../config/read-yaml.ts';

/** An entry of the file, with its place. */
export interface FileEntry extends AcceptedRisk {
  subject: string | undefined;
  place: string;
}

/** What an entry did in a run. */
export type Standing = 'applied' | 'unused' | 'outgrown' | 'expired' | 'unknown';

/** An entry with its effect in a run. */
export interface JudgedEntry {
  entry: FileEntry;
  standing: Standing;
  /** Days until its end. */
  days: number;
  /** The severity that its findings have now, if higher than accepted. */
  grownTo: NonNullable<WaivableFinding['severity']> | null;
  /** Findings that it no longer covers. */
  again: number;
}

/** The accepted risks in one command. */
export interface Acceptance {
  apply: (report: Report) => Accepted;
  /** The effect of each entry; isWhole: every target of the file has a report in this run. */
  judged: (isWhole?: boolean) => JudgedEntry[];
}

/** How messages refer to an entry. */
export const subjectOf = ({ checkId, fingerprint, host, place }: FileEntry): string =>
  `${checkId ?? `finding ${fingerprint?.slice(0, 12) ?? ''}`}${host === undefined ? '' : ` on ${host}`} (${place})`;

/** The entries of a file; throws UsageError if one ends too late. An expired entry is not an error. */
export function entriesOf({ file, values, lineOf, placeOf }: ReadFile, nowMs: number): FileEntry[] {
  return (values.accept ?? []).map((one: AcceptEntry, index) => {
    const { check = null, fingerprint = null, host, subject, severity, reason, owner, expires } = one;
    const line = lineOf(['accept', index]);
    const mistake = daysUntil(expires, nowMs) <= 0 ? null : expiryMistake(expires, nowMs);
    if (mistake !== null)
      throw new UsageError(`${placeOf(['accept', index, 'expires'])}: ${mistake} (accept.${index}.expires)`);
    const place = `${file}:${line}`;
    return { checkId: check, fingerprint, host: host?.toLowerCase(), subject, severity, reason, owner, expires, place };
  });
}

/** Report findings lack the subject; only their fingerprint depends on it. */
function hasSubject(
  { subject }: FileEntry,
  { checkId, fingerprint, host = '', port = null }: WaivableFinding,
): boolean {
  if (subject === undefined) return true;
  return fingerprintOf({ checkId, host, port, subject }) === fingerprint;
}

/** True if findings on the entry's host belong to the audit of this domain; an entry without a host belongs to any. */
const isOf = ({ host }: FileEntry, domain: string): boolean =>
  host === undefined || host === null || isInDomain(host, domain);

/**
 * The effect of an entry over all audits of a run. An entry without a host may concern a target that this run did not
 * audit, so only a run of the whole file can show that it is unused.
 */
function judge(entry: FileEntry, effects: readonly Effect<FileEntry>[], isWhole: boolean, nowMs: number): JudgedEntry {
  const days = daysUntil(entry.expires, nowMs);
  const has = (wanted: string): boolean => effects.some(({ effect }) => effect === wanted);
  const grown = effects.flatMap(({ grownTo }) => grownTo ?? []);
  const again = effects.reduce((sum, one) => sum + (one.effect === 'expired' ? one.findings : 0), 0);
  const told = { entry, days, grownTo: worstOf(grown), again };
  if (days <= 0) return { ...told, grownTo: null, standing: 'expired' };
  if (told.grownTo !== null) return { ...told, standing: 'outgrown' };
  if (has('applied')) return { ...told, standing: 'applied' };
  // If its check was inconclusive in any audit, it is not known to be unused.
  const isSeen = has('unmatched') && !has('inconclusive') && (isWhole || entry.host !== undefined);
  return { ...told, standing: isSeen ? 'unused' : 'unknown' };
}

/** Applies the entries of a file to the reports of a command. */
export function startAcceptance(entries: readonly FileEntry[], nowMs: number): Acceptance {
  const seen = new Map<FileEntry, Effect<FileEntry>[]>(entries.map((one) => [one, []]));
  return {
    apply: (report) => {
      const { effects, waived } = applyWaivers(entries, report, nowMs, hasSubject);
      // Audits of other domains say nothing about a host's entry.
      for (const effect of effects)
        if (effect.effect !== 'inconclusive' || isOf(effect.waiver, report.domain))
          seen.get(effect.waiver)?.push(effect);
      return { waived, score: storedOutcomes(report)?.without(new Set(waived.keys())) ?? null };
    },
    judged: (isWhole = true) => [...seen].map(([entry, effects]) => judge(entry, effects, isWhole, nowMs)),
  };
}

/** True if an entry ends within 14 days. */
const isSoon = ({ days }: JudgedEntry): boolean => days > 0 && days <= soonDays;

const isUnknownCheck = ({ entry }: JudgedEntry): boolean => unknownCheckText(entry) !== '';

/** A message with a suggestion if the check does not exist; else empty. */
export function unknownCheckText({ checkId }: FileEntry): string {
  if (checkId === null || checkIds.includes(checkId)) return '';
  const hint = nearest(checkId, checkIds);
  return `there is no such check${hint === null ? '' : `. Did you mean ${hint}?`}`;
}

function noticeOf(one: JudgedEntry): string[] {
  const { entry, standing, days, grownTo, again } = one;
  const told = `Acceptance of ${subjectOf(entry)}`;
  if (isUnknownCheck(one)) return [`${told}: ${unknownCheckText(entry)}`];
  if (standing === 'expired') {
    const counts = again === 0 ? '' : `: ${counted(again, 'finding')} ${again === 1 ? 'counts' : 'count'} again`;
    return [`${told} expired on ${entry.expires}${counts}`];
  }
  const soon = isSoon(one) ? [`${told} expires on ${entry.expires}, in ${counted(days, 'day')}`] : [];
  if (standing === 'outgrown')
    return [`${told} no longer covers: accepted as ${entry.severity ?? ''}, now ${grownTo ?? ''}`, ...soon];
  return standing === 'unused' ? [`${told} is unused: remove it if the issue is fixed`, ...soon] : soon;
}

/** The entries that need attention, one line each. */
export const notices = (judged: readonly JudgedEntry[]): string[] => judged.flatMap(noticeOf);

/**
 * True if --strict-accept fails: the entry is unused, expired or ends soon. An entry that no longer covers its finding
 * fails through the gate.
 */
export const isStrictFailure = (judged: readonly JudgedEntry[]): boolean =>
  judged.some((one) => one.standing === 'unused' || one.days <= soonDays || isUnknownCheck(one));

/** "4 accepted: 1 expires in 9 days, 1 unused, 1 no longer covers (now high)"; null if nothing is accepted. */
export function lastLine(judged: readonly JudgedEntry[]): string | null {
  if (judged.length === 0) return null;
  const soon = judged.filter(isSoon);
  const count = (standing: Standing): number => judged.filter((one) => one.standing === standing).length;
  const first = Math.min(...soon.map(({ days }) => days));
  const grown = judged.flatMap(({ grownTo }) => grownTo ?? []);
  const verb = soon.length === 1 ? 'expires' : 'expire, the first';
  const covers = grown.length === 1 ? 'covers' : 'cover';
  const parts = [
    [soon.length, `${verb} in ${counted(first, 'day')}`],
    [count('expired'), 'expired'],
    [count('unused'), 'unused'],
    [judged.filter(isUnknownCheck).length, 'of an unknown check'],
    [grown.length, `no longer ${covers} (now ${worstOf(grown) ?? ''})`],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`);
  return `${judged.length} accepted${told.length === 0 ? '' : `: ${told.join(', ')}`}`;
}
