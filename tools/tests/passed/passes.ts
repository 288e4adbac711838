import { msPerDay } from '@perimeter/contract/durations';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Counts } from '../counted.ts';
import type { FileResult } from '../file-result.ts';
import { TestedCheckout } from './checkout.ts';
import { Closures } from './closure.ts';
import { machineState } from './machine.ts';

/** The last pass of a test file. */
export interface Pass {
  file: string;
  /** Names the state of all that the file can read, as it was from the start of the run to the pass. */
  digest: string;
  counts: Counts;
  seconds: number;
  /** When it passed, in milliseconds of the epoch. */
  at: number;
}

/** Tests also read the clock, and certificates, lists and browsers age: a pass is no longer one after a week. */
const longestMs = 7 * msPerDay;

const keptIn = (root: string): string => path.join(root, 'node_modules/.cache/passed.json');

function isPass(value: unknown): value is Pass {
  if (typeof value !== 'object' || value === null) return false;
  const { file, digest, counts, seconds, at } = value as Partial<Record<keyof Pass, unknown>>;
  const named = typeof file === 'string' && typeof digest === 'string' && typeof counts === 'object' && counts !== null;
  return named && typeof seconds === 'number' && typeof at === 'number';
}

/** The passes that were kept; those that cannot be read are none. */
function readKept(file: string): Pass[] {
  try {
    const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    return Array.isArray(kept) ? kept.filter(isPass) : [];
  } catch {
    return [];
  }
}

/** The passes of earlier runs on this machine, and those of this run. */
export class Passes {
  readonly #file: string;
  readonly #kept: Map<string, Pass>;
  readonly #atStart = new Map<string, string>();
  readonly #noted = new Set<string>();
  readonly #machine: string;
  #closures: Closures;

  private constructor(root: string, closures: Closures) {
    this.#file = keptIn(root);
    this.#kept = new Map(readKept(this.#file).map((pass) => [pass.file, pass]));
    this.#machine = machineState(root);
    this.#closures = closures;
  }

  /** Opens the passes of a checkout; null: git does not know its files, so nobody can say what changed. */
  static open(root: string): Passes | null {
    const checkout = TestedCheckout.read(root);
    return checkout && new Passes(root, new Closures(checkout));
  }

  /** Of these files, the passes that nothing has changed since. The others are going to be run: their passes are forgotten. */
  begin(files: readonly string[], again: boolean, nowMs: number = Date.now()): Pass[] {
    const passed: Pass[] = [];
    for (const file of files) {
      const digest = this.#closures.digestOf(file, this.#machine);
      this.#atStart.set(file, digest);
      const pass = this.#kept.get(file);
      const holds = pass?.digest === digest && pass.at <= nowMs && nowMs - pass.at < longestMs;
      if (holds && !again) passed.push(pass);
      else this.#kept.delete(file);
    }
    this.#write();
    return passed;
  }

  /**
   * Keeps the pass of a file, unless something that it can read changed since the run began. What failed first and then passed alone
   * is to run again, and so is a file with a skipped test: nobody knows how long the reason will last.
   */
  note({ file, ok, counts, seconds }: FileResult, nowMs: number = Date.now()): void {
    const isFirst = !this.#noted.has(file);
    this.#noted.add(file);
    if (!isFirst || !ok || counts.skipped > 0) return;
    const now = this.#closures.now();
    const digest = now?.digestOf(file, this.#machine);
    if (now === null || digest === undefined || digest !== this.#atStart.get(file)) return;
    this.#closures = now;
    this.#kept.set(file, { file, digest, counts, seconds, at: nowMs });
    this.#write();
  }

  #write(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    const text = `[\n${[...this.#kept.values()].map((pass) => JSON.stringify(pass)).join(',\n')}\n]\n`;
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** How a run was asked for. */
interface Asked {
  /** Also the files of the night. */
  all: boolean;
  /** Also what passed before. */
  again: boolean;
  /** As the first step of a recipe that decides. */
  before: boolean;
}

/** True: a run may leave out what passed before. One that decides for others never does. */
export const mayLeaveOut = ({ all, before }: Asked, env: NodeJS.ProcessEnv): boolean =>
  !all && !before && (env['CI'] ?? '') === '';

/** A line for a pass of an earlier run. */
export const passLine = ({ file, counts, seconds, at }: Pass): string =>
  `  passed before  ${file} (${counts.passed} passed, ${seconds.toFixed(1)} s, ${new Date(at).toISOString().slice(0, 16)}Z)`;
