import type { CheckTexts } from '@perimeter/dashboard/lib/props';
import { prose } from '@perimeter/engine/catalogue/prose.data';

/** The prose of a check; null if this version has no such check. */
export const textsOf = (checkId: string): CheckTexts | null =>
  Object.hasOwn(prose, checkId) ? (prose[checkId] ?? null) : null;
