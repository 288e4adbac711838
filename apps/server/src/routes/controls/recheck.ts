import { again } from '../../jobs/again.ts';
import { keepLook, takeDueControls } from '../../repositories/domains/controls.ts';
import { lookFor, type LookParts } from './look-for.ts';

const everyMs = 10 * 60_000;
/** Maximum look-ups per run, one after the other: with their time-outs they end before the next run. */
const atOnce = 50;

/** Checks the proofs that are due once; returns how many there were. */
export async function recheckControls(parts: LookParts): Promise<number> {
  const due = await takeDueControls(parts.db, atOnce);
  for (const row of due) {
    const how = await lookFor(parts, row.account_id, row.domain);
    // A missing proof may return: the claim stays unchanged until it lapses.
    if (how !== null) await keepLook(parts.db, row, how);
  }
  return due.length;
}

/** Checks every proof of control once a day, in one of the processes. */
export const startRechecks = (parts: LookParts, log: Parameters<typeof again>[1]): ReturnType<typeof again> =>
  again(everyMs, log, 'Looking for proofs of control', async () => recheckControls(parts));
