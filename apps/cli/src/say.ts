import { safeText } from '@perimeter/report/safe-text';
import type { Context } from './context.ts';

/** Writes a message to stderr, line by line, without anything that could steer a terminal. */
export const say = ({ stderr }: Context, text: string): void => {
  const lines = text.split('\n').map((line) => safeText(line));
  stderr.write(`${lines.join('\n')}\n`);
};
