import { safeText } from '@perimeter/report/safe-text';
import type { Context } from './context.ts';

/** A text on one line, because file names may contain line breaks. */
export const inOneLine = (text: string): string => safeText(text.replaceAll(/\s*[\r\n]\s*/gu, ' '));

/** Writes a message to stderr, on one line and without terminal control characters. */
export const say = ({ stderr }: Pick<Context, 'stderr'>, text: string): void => {
  stderr.write(`${inOneLine(text)}\n`);
};
