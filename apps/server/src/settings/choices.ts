import type { Environment, Read } from './environment.ts';

/** Reads an integer within a range. */
export function readWhole(env: Environment, name: string, fallback: number, least: number, most: number): Read<number> {
  const text = env[name] ?? '';
  if (text === '') return { ok: true, value: fallback };
  const value = Number(text);
  return /^\d{1,9}$/.test(text) && value >= least && value <= most
    ? { ok: true, value }
    : { ok: false, problem: `${name} must be an integer from ${least} to ${most}` };
}

/** Reads one of several words. */
export function readOneOf<const T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): Read<T> {
  const text = env[name] ?? '';
  const value = text === '' ? fallback : allowed.find((candidate) => candidate === text);
  return value === undefined
    ? { ok: false, problem: `${name} must be one of ${allowed.join(', ')}` }
    : { ok: true, value };
}
