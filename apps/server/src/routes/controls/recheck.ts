import { again } from '../../jobs/again.ts';
import { keepLook, takeDueControls } from '../../repositories/domains/controls.ts';
import { lookFor, type LookParts } from './look-for.ts';

const everyMs = 10 * 60_000;
/** Looks in one go, one after the other: with the time that one takes at most, they end before the next. */
const atOnce = 50;

/** Looks once for the proofs that are due; how many were. */
export async function recheckControls(parts: LookParts): Promise<number> {
  const due = await takeDueControls(parts.db, atOnce);
  for (const row of due) {
    const how = await lookFor(parts, row.account_id, row.domain);
    // What is not found today may be found tomorrow: until the proof lapses, nothing changes.
    if (how !== null) await keepLook(parts.db, row, how);
  }
  return due.length;
}

/** Looks for the proofs of control again, each once a day, whichever process does it. */
export const startRechecks = (parts: LookParts, log: Parameters<typeof again>[1]): ReturnType<typeof again> =>
  again(everyMs, log, 'Looking for proofs of control', async () => recheckControls(parts));
