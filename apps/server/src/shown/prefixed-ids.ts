import { AppError } from '../http/errors.ts';
import type { ProblemCode } from '@perimeter/contract/problem';
import { storedUuid } from '../audits/stored-uuid.ts';

/** Public ids: a stored UUID with a prefix for its type. */
export const prefixedIds = (prefix: string, unknown: ProblemCode) => ({
  toId: (stored: string): string => `${prefix}${stored}`,
  /** The stored id; throws if the text cannot be one. */
  storedId: (id: string): string => {
    const stored = storedUuid(prefix, id);
    if (stored === null) throw new AppError(unknown);
    return stored;
  },
});
