import type { z } from 'zod';
import { dayMs } from '@perimeter/protocols/durations';

/** Why a list cannot be used: one sentence with the place in the file. */
export class ListProblem extends Error {}

/** Path of the invalid member for display: "roots[3].distrustAfter". */
export const placeText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** Parses JSON by a schema; throws a ListProblem for the first invalid place. */
export function parseList<T>(text: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ListProblem('the file holds no JSON');
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = placeText(issue?.path ?? []);
  throw new ListProblem(`${place === '' ? '' : `${place}: `}${issue?.message ?? 'not a list'}`);
}

/** The date of a list, which must not be later than tomorrow: such a list would never become outdated. */
export function listDay(atMs: number, nowMs: number, place: string): string {
  if (atMs > nowMs + dayMs) throw new ListProblem(`${place}: it lies in the future`);
  return new Date(atMs).toISOString().slice(0, 10);
}
