import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { NetFailureReason } from '../../evidence/observed.ts';
import type { Control, Swept } from './answer.ts';
import type { AskControl } from './asking.ts';

/** Requests in a row that meet silence, before the site is looked at; after each look at which it was itself, twice as many. */
const maxSilent = 2;
/** Answers in a row that are neither a file nor what the site says to paths that it does not have, likewise. */
const maxStrange = 5;
/** Paths that may meet silence in all: half of a standard list. */
const mostSilent = 24;
const maxSweepMs = 45_000;

/** How whoever bars us without a word does it. Our own limits are no silence, and an answer that cannot be read is none. */
const silent: ReadonlySet<NetFailureReason> = new Set(['refused', 'unreachable', 'timeout', 'reset', 'closed', 'tls']);

const isSilent = (swept: Swept): boolean => !swept.ok && !swept.answered && silent.has(swept.failure.reason);

/** Results that came until some sign that the site answers as itself. */
function createTrust() {
  let open = new Set<string>();
  const trusted = new Set<string>();
  return {
    trusted,
    note: (path: string): void => void open.add(path),
    /** The site was itself when these came. */
    settle: (paths: ReadonlySet<string> = open): void => {
      for (const path of paths) trusted.add(path);
      open = new Set([...open].filter((path) => !paths.has(path)));
    },
    open: (): ReadonlySet<string> => new Set(open),
  };
}

/** Trust of two kinds: by its files, its controls and its word for paths that it does not have; and without that word. */
function createTrusts() {
  const [all, proven] = [createTrust(), createTrust()];
  return {
    trusted: all.trusted,
    proven: proven.trusted,
    note: (path: string): void => {
      all.note(path);
      proven.note(path);
    },
    /** The site said that it does not have a path. */
    settle: (): void => all.settle(),
    /** What is open now, to be settled once it is known that the site was itself now; with a path that is noted later. */
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

/** Whose answer a result is: the site's certainly, or what a firewall answers to whoever it bars; unseen: nobody's. */
export type Whose = 'own' | 'other' | 'strange' | 'unseen';

/** Counts in a row; once they are enough it takes twice as many to be enough again. */
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

/** Counts requests that met silence. */
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

/** What an answer says against further requests. */
function reasonIn(swept: Swept): ExposureEvidence['stopped'] {
  if (swept.ok) return swept.answer.limits ? 'rate-limited' : null;
  const { reason } = swept.failure;
  return reason === 'rate-limited' || reason === 'budget' ? reason : null;
}

/** Notes after each answer whether the sweep may go on, and has the site looked at where silence or walls stand in a row. */
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
    /** Nothing is sent while the site is looked at. */
    check: (): Promise<void> | null => checking,
    why: (): ExposureEvidence['stopped'] => {
      if (nowMs() - startedMs > maxSweepMs) stopped ??= 'time';
      return stopped;
    },
    /** The control that ended the sweep; or else the last one, which looks at a further path where some results are still open. */
    lastControl: async (): Promise<Control> =>
      last !== null && last.standing !== 'same' ? last : control(trust.hasOpen()),
  };
}

/** What {@link createStops} makes. */
export type Stops = ReturnType<typeof createStops>;
