import type { HttpExchange } from '../http/schema.ts';
import { type Wall, wallOf } from '../http/wall.ts';

/** Whether this stands in place of the site's document: a login (401) is the site's own, and no wall is none. */
export const hidesDocument = (wall: Wall | null): boolean => wall !== null && wall.kind !== 'login';

/** Whether an exchange brought an answer of the site itself, error pages included. */
export const isOfSite = ({ result }: Pick<HttpExchange, 'result'>): boolean =>
  result.ok && !hidesDocument(wallOf(result.response));
