import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { NetFailureReason } from '../../evidence/observed.ts';
import type { Control, Swept } from './answer.ts';
import type { AskControl } from './asking.ts';

/** Consecutive unanswered requests before a control; the number doubles after each control that finds the site unchanged. */
const maxSilent = 2;
/** Consecutive answers that are neither a file nor the site's not-found answer before a control; the number doubles as above. */
const maxStrange = 5;
/** Most unanswered paths in total: half of a standard list. */
const mostSilent = 24;
const maxSweepMs = 45_000;

/** Failures of a silent ban. Our own limits and unreadable answers do not count. */
const silent: ReadonlySet<NetFailureReason> = new Set(['refused', 'unreachable', 'timeout', 'reset', 'closed', 'tls']);

const isSilent = (swept: Swept): boolean => !swept.ok && !swept.answered && silent.has(swept.failure.reason);

/** Tracks which results came while the site answered as before. */
function createTrust() {
  let open = new Set<string>();
  const trusted = new Set<string>();
  return {
    trusted,
    note: (path: string): void => void open.add(path),
    /** Confirms these results. */
    settle: (paths: ReadonlySet<string> = open): void => {
      for (const path of paths) trusted.add(path);
      open = new Set([...open].filter((path) => !paths.has(path)));
    },
    open: (): ReadonlySet<string> => new Set(open),
  };
}

/** Two kinds of confirmation: by files, controls and the not-found answer; and without that answer. */
function createTrusts() {
  const [all, proven] = [createTrust(), createTrust()];
  return {
    trusted: all.trusted,
    proven: proven.trusted,
    note: (path: string): void => {
      all.note(path);
      proven.note(path);
    },
    /** The site gave its not-found answer. */
    settle: (): void => all.settle(),
    /** Takes the open results, to be confirmed once a control of this moment succeeds; including a path that is recorded later. */
    mark: (...later: readonly string[]): (() => void) => {
      const [before, beforeProven] = [all.open(), proven.open()];
      return () => {
        all.settle(new Set([...before, ...later]));
        proven.settle(new Set([...beforeProven, ...later]));
      };
    },
    hasOpen: (): boolean => all.open().size > 0,
  };
}

/** The sender of a result: certainly the site, or possibly a firewall; unseen: no answer. */
export type Whose = 'own' | 'other' | 'strange' | 'unseen';

/** Counts consecutive events; each time the limit is reached it doubles. */
function createRow(first: number) {
  let enough = first;
  let count = 0;
  return {
    add: (): void => void (count += 1),
    end: (): void => void (count = 0),
    isEnough: (): boolean => count >= enough,
    double: (): void => {
      if (count >= enough) enough *= 2;
      count = 0;
    },
  };
}

/** Counts unanswered requests. */
function createSilence() {
  const inRow = createRow(maxSilent);
  let all = 0;
  return {
    inRow,
    note: (swept: Swept): void => {
      if (swept.ok) inRow.end();
      if (!isSilent(swept)) return;
      inRow.add();
      all += 1;
    },
    isTooMuch: (): boolean => all > mostSilent,
  };
}

/** Why an answer forbids further requests. */
function reasonIn(swept: Swept): ExposureEvidence['stopped'] {
  if (swept.ok) return swept.answer.limits ? 'rate-limited' : null;
  const { reason } = swept.failure;
  return reason === 'rate-limited' || reason === 'budget' ? reason : null;
}

/** Records after each answer whether the sweep may continue, and runs a control after consecutive silence or walls. */
export function createStops({ nowMs, control }: { nowMs: () => number; control: AskControl }) {
  const startedMs = nowMs();
  const trust = createTrusts();
  const silence = createSilence();
  const strange = createRow(maxStrange);
  let stopped: ExposureEvidence['stopped'] = null;
  let last: Control | null = null;
  let checking: Promise<void> | null = null;

  const checkSite = async (further = true): Promise<void> => {
    const settle = trust.mark();
    last = await control(further);
    for (const row of [silence.inRow, strange]) row.double();
    if (last.standing === 'same') settle();
    else stopped ??= last.limits ? 'rate-limited' : 'blocked';
  };
  const checkIf = (isDue: boolean): void => {
    if (isDue && stopped === null) checking ??= checkSite().finally(() => (checking = null));
  };
  return {
    trust,
    noteSent: (swept: Swept): void => {
      stopped ??= reasonIn(swept);
      silence.note(swept);
      checkIf(silence.inRow.isEnough());
      if (silence.isTooMuch()) stopped ??= 'silent';
    },
    noteResult: (path: string, whose: Whose): void => {
      if (whose === 'unseen') return;
      trust.note(path);
      if (whose === 'own') trust.settle();
      if (whose === 'strange') strange.add();
      else strange.end();
      checkIf(strange.isEnough());
    },
    checkSite,
    /** Nothing is sent during a control. */
    check: (): Promise<void> | null => checking,
    why: (): ExposureEvidence['stopped'] => {
      if (nowMs() - startedMs > maxSweepMs) stopped ??= 'time';
      return stopped;
    },
    /** The control that ended the sweep, else a last one, with a further path if results are still open. */
    lastControl: async (): Promise<Control> =>
      last !== null && last.standing !== 'same' ? last : control(trust.hasOpen()),
  };
}

/** The return type of {@link createStops}. */
export type Stops = ReturnType<typeof createStops>;
