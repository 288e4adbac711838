import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { Control, Swept } from './answer.ts';

/** Requests in a row without an answer: whoever is banned stops asking. */
const maxUnanswered = 2;
/** Answers in a row that are neither a file nor what the site says to paths that it does not have, before its document is asked for. */
const maxStrange = 5;
const maxSweepMs = 45_000;

/** Which results came while the site certainly still answered as itself. */
function createTrust() {
  let untrusted = new Set<string>();
  const trusted = new Set<string>();
  return {
    trusted,
    note: (path: string): void => void untrusted.add(path),
    /** The site was itself until now: so were all its answers before. */
    settle: (paths: ReadonlySet<string> = untrusted): void => {
      for (const path of paths) trusted.add(path);
      untrusted = new Set([...untrusted].filter((path) => !paths.has(path)));
    },
    open: (): ReadonlySet<string> => new Set(untrusted),
  };
}

/** Notes after each answer whether the sweep may go on, and asks for the site's document where walls stand in a row. */
export function createStops({ nowMs, control }: { nowMs: () => number; control: () => Promise<Control> }) {
  const startedMs = nowMs();
  const trust = createTrust();
  let stopped: ExposureEvidence['stopped'] = null;
  let unanswered = 0;
  let strange = 0;
  let last: Control | null = null;
  let checking: Promise<void> | null = null;

  const noteSent = (swept: Swept): void => {
    if (swept.ok) {
      unanswered = 0;
      if (swept.answer.limits) stopped ??= 'rate-limited';
      return;
    }
    unanswered += 1;
    if (swept.failure.reason === 'rate-limited') stopped ??= 'rate-limited';
    else if (unanswered >= maxUnanswered) stopped ??= 'blocked';
  };
  const checkDocument = async (): Promise<void> => {
    const before = trust.open();
    last = await control();
    noteSent(last.swept);
    strange = 0;
    if (last.standing === 'same') trust.settle(before);
    else stopped ??= 'blocked';
  };
  return {
    trust,
    noteSent,
    /** own: the site certainly answered as itself; strange: what a firewall answers to whoever it bars looks so, too. */
    noteResult: (path: string, kind: 'own' | 'other' | 'strange'): void => {
      trust.note(path);
      if (kind === 'own') trust.settle();
      strange = kind === 'strange' ? strange + 1 : 0;
      if (strange >= maxStrange && stopped === null) checking ??= checkDocument().finally(() => (checking = null));
    },
    checkDocument,
    /** Nothing is sent while the document is asked for. */
    check: (): Promise<void> | null => checking,
    why: (): ExposureEvidence['stopped'] => {
      if (nowMs() - startedMs > maxSweepMs) stopped ??= 'time';
      return stopped;
    },
    /** The control that ended the sweep. */
    lastControl: (): Control | null => (last === null || last.standing === 'same' ? null : last),
  };
}

/** What {@link createStops} makes. */
export type Stops = ReturnType<typeof createStops>;
