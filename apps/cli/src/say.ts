import { safeText } from '@perimeter/report/safe-text';
import type { Context } from './context.ts';

/** A text in one line, as logs keep it: names of files may hold line breaks, and more than one may name a file. */
export const inOneLine = (text: string): string => safeText(text.replaceAll(/\s*[\r\n]\s*/gu, ' '));

/** Writes a message to stderr, in one line and without anything that could steer a terminal. */
export const say = ({ stderr }: Pick<Context, 'stderr'>, text: string): void => {
  stderr.write(`${inOneLine(text)}\n`);
};
