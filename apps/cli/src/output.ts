import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './arguments.ts';

// What JSON leaves as it is although a terminal would act on it: DEL, C1, format characters, separators.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );

/** Indented JSON with a line end, in which nothing can steer a terminal: the same data, escaped (RFC 8259 section 7). */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(STEERING, (found) => (found === '\n' ? found : escapeUnits(found)))}\n`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be written';

/** Fails early where a result could not be written later: before any packet is sent. */
export function checkWritable(file: string): void {
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing?.isDirectory() === true) throw new UsageError(`--output ${file} is a directory`);
    accessSync(existing === undefined ? path.dirname(path.resolve(file)) : file, constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--output ${file}: ${codeOf(error)}`);
  }
}

/** Writes a result to its file. */
export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--output ${file}: ${codeOf(error)}`);
  }
}
