import { accessSync, appendFileSync, constants, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './argument-values.ts';
import type { Environment } from './context.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { replaceFile } from './replace-file.ts';

// What JSON leaves as it is although a terminal would act on it: DEL, C1, format characters, separators.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// What build logs act on wherever it stands in a line.
const LOG_COMMAND = /##(?=(?:vso|teamcity)?\[)/giu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );

const inert = (json: string): string =>
  json
    .replaceAll(STEERING, (found) => (found === '\n' ? found : escapeUnits(found)))
    .replaceAll(LOG_COMMAND, `#${escapeUnits('#')}`);

/** Indented JSON with a line end, in which nothing can steer a terminal: the same data, escaped (RFC 8259 section 7). */
export const jsonText = (value: unknown): string => `${inert(JSON.stringify(value, null, 2))}\n`;

/** The same on one line. */
export const jsonLine = (value: unknown): string => `${inert(JSON.stringify(value))}\n`;

const statsOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });

const isWritable = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Fails early where a result could not be written later: before any packet is sent. */
export function checkWritable(file: string): void {
  try {
    const existing = statsOf(file);
    if (existing?.isDirectory() === true) throw new UsageError(`The output ${file} is a directory`);
    accessSync(existing === undefined ? path.dirname(path.resolve(file)) : file, constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot write the output file ${file}: ${fileProblem(error)}`);
  }
}

/** Names of what is no file of ours, whatever stands behind it: /dev/stderr may be a file that a shell holds open. */
export const isDevice = (file: string): boolean => path.resolve(file).startsWith('/dev/');

/** GitHub's summary of a step is one file that all its commands add to. */
const isStepSummary = (file: string, env: Environment): boolean => {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? '';
  return summary !== '' && path.resolve(file) === path.resolve(summary);
};

/**
 * Writes a result to its file, in place of what it held; GitHub's step summary is added to. Devices and pipes are written as
 * they are, and so is a file in a folder that takes no other.
 */
export function writeOutput(file: string, text: string | Uint8Array, env: Environment): void {
  try {
    const existing = statsOf(file);
    if (isStepSummary(file, env) || isDevice(file)) appendFileSync(file, text);
    else if (existing?.isFile() === false || !isWritable(path.dirname(path.resolve(file)))) writeFileSync(file, text);
    else replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`Cannot write the output file ${file}: ${fileProblem(error)}`);
  }
}
