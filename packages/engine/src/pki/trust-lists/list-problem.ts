import type { z } from 'zod';
import { dayMs } from '@perimeter/protocols/durations';

/** Why a list cannot be used: one sentence that says where in the file. */
export class ListProblem extends Error {}

/** Members on the way to what is wrong, as people write it: "roots[3].distrustAfter". */
export const placeText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** Reads JSON by a schema; throws ListProblem that names the first place that does not fit. */
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

/** The day of a list, which cannot be later than tomorrow: such a list would never grow old. */
export function listDay(atMs: number, nowMs: number, place: string): string {
  if (atMs > nowMs + dayMs) throw new ListProblem(`${place}: it lies in the future`);
  return new Date(atMs).toISOString().slice(0, 10);
}
