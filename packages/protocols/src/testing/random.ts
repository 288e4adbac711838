import { randomInt } from 'node:crypto';
import fc, { type RunDetails } from 'fast-check';

/** Repeats random tests: the number that a failing one names. */
const seedVariable = 'PERIMETER_SEED';

/** The seed that the environment names; null where each run takes one of its own. Throws for what is no 32-bit integer. */
export function seedOf(env: Readonly<Record<string, string | undefined>>): number | null {
  const text = env[seedVariable] ?? '';
  if (text === '') return null;
  const seed = Number(text);
  if (!/^-?\d+$/.test(text) || seed !== (seed | 0)) throw new Error(`${seedVariable} must be a 32-bit integer`);
  return seed;
}

/** The advice to repeat a run with this seed. */
export const repeatWith = (seed: number): string => `Repeat it with ${seedVariable}=${seed} before the command`;

const given = seedOf(process.env);

/** The seed of this process, for generators of our own. */
export const testSeed: number = given ?? randomInt(2 ** 31);

/** Throws for a failed property, with the counterexample, the seed and how to repeat it. */
export function reportRun<Ts>(out: RunDetails<Ts>): void {
  if (out.failed)
    throw new Error(`${fc.defaultReportMessage(out)}\n${repeatWith(out.seed)}`, { cause: out.errorInstance });
}

fc.configureGlobal({ reporter: reportRun, ...(given === null ? {} : { seed: given }) });

/** fast-check, with the seed of the environment. */
export { fc };

/** mulberry32 (Tommy Ettinger): numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
