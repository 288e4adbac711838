import { randomInt } from 'node:crypto';
import fc, { type RunDetails } from 'fast-check';

/** Repeats random tests: the number that a failing one names; `random` has each process take a new one. */
const seedVariable = 'PERIMETER_SEED';

/** By day every run tries the same values, so that no change fails by chance; new ones are for the night (tools/test.ts --all). */
const seedByDay = 1;

/** The seed that the environment names, a new one, or that of the day. Throws for what is no 32-bit integer. */
export function seedOf(env: Readonly<Record<string, string | undefined>>): number {
  const text = env[seedVariable] ?? '';
  if (text === '') return seedByDay;
  if (text === 'random') return randomInt(2 ** 31);
  const seed = Number(text);
  if (!/^-?\d+$/.test(text) || seed !== (seed | 0))
    throw new Error(`${seedVariable} must be a 32-bit integer or "random"`);
  return seed;
}

/** The advice to repeat a run with this seed. */
export const repeatWith = (seed: number): string => `Repeat it with ${seedVariable}=${seed} before the command`;

/** The seed of this process, also for generators of our own. */
export const testSeed: number = seedOf(process.env);

/** Throws for a failed property, with the counterexample, the seed and how to repeat it. */
export function reportRun<Ts>(out: RunDetails<Ts>): void {
  if (out.failed)
    throw new Error(`${fc.defaultReportMessage(out)}\n${repeatWith(out.seed)}`, { cause: out.errorInstance });
}

/** How many times as often as by day properties of many runs are tried. */
const timesByDay = Number(process.env['PERIMETER_RUNS'] ?? 1);

/** So many runs of a property by day, and ten times as many by night (tools/tests/breadth.endurance.slow.test.ts). */
export const dayRuns = (count: number): number => count * timesByDay;

fc.configureGlobal({ reporter: reportRun, seed: testSeed });

/** fast-check, with the seed of this process. */
export { fc };

/** Surrogates: 2,048 code points that are no characters (Unicode, section 3.9). */
const [firstSurrogate, surrogates] = [0xd800, 0x800];

/**
 * Any code point except surrogates, as a unit of strings. It gives the values of fast-check's unit 'binary', which first makes a
 * map of all 1,112,064 of them: 0.8 CPU seconds and 175 MiB in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10_ffff - surrogates }).map(
  (at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates),
  (text) => {
    if (typeof text !== 'string' || [...text].length !== 1 || !text.isWellFormed())
      throw new Error('Not one character');
    const point = text.codePointAt(0) ?? 0;
    return point < firstSurrogate ? point : point - surrogates;
  },
);

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
