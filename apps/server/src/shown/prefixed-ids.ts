import { AppError } from '../http/errors.ts';
import type { ProblemCode } from '@perimeter/contract/problem';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Public ids: a stored UUID with a prefix for its type. */
export const prefixedIds = (prefix: string, unknown: ProblemCode) => ({
  toId: (stored: string): string => `${prefix}${stored}`,
  /** The stored id; throws if the text cannot be one. */
  storedId: (id: string): string => {
    const stored = id.slice(prefix.length);
    if (!id.startsWith(prefix) || !uuid.test(stored)) throw new AppError(unknown);
    return stored;
  },
});
