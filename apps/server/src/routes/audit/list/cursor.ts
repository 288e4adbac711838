import { jsonOrNull } from '@perimeter/protocols/json';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { ListPlace } from '../../../repositories/audits/list.ts';

// The latest time that a Date can hold, in milliseconds (ECMA-262 section 21.4.1.1).
const maxTimeMs = 8.64e15;
const place = z.tuple([z.int().min(0).max(maxTimeMs), z.uuid()]);

/** The values that mark a place in a list, as an opaque cursor. */
export const cursorOf = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values of a cursor. Throws invalid_request for a cursor that the service did not make. */
export function valuesOf<T>(cursor: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(jsonOrNull(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (read.success) return read.data;
  throw new AppError('invalid_request', { errors: [{ pointer: '/cursor', message: 'Invalid cursor' }] });
}

/** A place in a list of audits as an opaque cursor. */
export const toCursor = ({ startedAtMs, id }: ListPlace): string => cursorOf([startedAtMs, id]);

/** The place of a cursor. Throws invalid_request for a cursor that the service did not make. */
export function fromCursor(cursor: string): ListPlace {
  const [startedAtMs, id] = valuesOf(cursor, place);
  return { startedAtMs, id };
}
