import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../../../deploy/Dockerfile');

/** Each line of the Dockerfile with its instruction; lines that end in a backslash go on. */
export const imageLines = readFileSync(file, 'utf8')
  .replaceAll(/\\\n\s*/gu, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /u.test(line))
  .map((line) => {
    const [instruction = ''] = line.split(' ');
    return [instruction, line.slice(instruction.length + 1)] as const;
  });

/** What stands behind an instruction, line by line. */
export const imageTexts = (instruction: string): string[] =>
  imageLines.flatMap(([name, text]) => (name === instruction ? [text] : []));

/** The words that a container is started with, written as JSON. */
export const imageWords = (text: string): string[] => JSON.parse(text);
