import type { Environment, Read } from './environment.ts';
import { settingsTable } from './table.data.ts';

type Table = typeof settingsTable;

/** The settings of which something is true. */
type NamesOf<Shape> = { [Name in keyof Table]: Table[Name] extends Shape ? Name : never }[keyof Table];

/** One of the words that a setting takes. */
export type WordOf<Name extends NamesOf<{ words: readonly string[] }>> = Table[Name]['words'][number];

/** Reads a setting that is an integer; where it is not set, its default. */
export function readWhole<Name extends NamesOf<{ least: number }>>(
  env: Environment,
  name: Name,
): Read<number | Table[Name]['fallback']> {
  const { fallback, least, most } = settingsTable[name];
  const text = env[name] ?? '';
  if (text === '') return { ok: true, value: fallback };
  const value = Number(text);
  return /^\d{1,9}$/.test(text) && value >= least && value <= most
    ? { ok: true, value }
    : { ok: false, problem: `${name} must be an integer from ${least} to ${most}` };
}

/** Reads a setting that is one of several words. */
export function readWord<Name extends NamesOf<{ words: readonly string[] }>>(
  env: Environment,
  name: Name,
): Read<WordOf<Name>> {
  const { fallback, words } = settingsTable[name];
  const text = env[name] || fallback;
  const value = words.find((candidate: WordOf<Name>) => candidate === text);
  return value === undefined
    ? { ok: false, problem: `${name} must be one of ${words.join(', ')}` }
    : { ok: true, value };
}

/** The text of a setting, or its default, to be checked by its reader. */
export const textOf = (env: Environment, name: NamesOf<{ fallback: string }>): string =>
  env[name] || settingsTable[name].fallback;
