import { markupText } from '../xml.ts';
import { safeText } from '../safe-text.ts';

/** Escapes any text for an element or a quoted attribute. */
export const text = (value: string, maxLength = 2_000): string => markupText(safeText(value, { maxLength }));
