import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { ListPlace } from '../../../repositories/audits/list.ts';

// The latest time that a Date can hold, in milliseconds (ECMA-262 section 21.4.1.1).
const maxTimeMs = 8.64e15;
const place = z.tuple([z.int().min(0).max(maxTimeMs), z.uuid()]);

/** A place in a list as an opaque cursor. */
export const toCursor = ({ startedAtMs, id }: ListPlace): string =>
  Buffer.from(JSON.stringify([startedAtMs, id])).toString('base64url');

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** The place of a cursor. Throws invalid_request for a cursor that the service did not make. */
export function fromCursor(cursor: string): ListPlace {
  const parsed = place.safeParse(decoded(cursor));
  if (parsed.success) return { startedAtMs: parsed.data[0], id: parsed.data[1] };
  throw new AppError('invalid_request', { errors: [{ pointer: '/cursor', message: 'Invalid cursor' }] });
}
