import { accessSync, appendFileSync, constants, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './argument-values.ts';
import type { Environment } from './context.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { replaceFile } from './replace-file.ts';

// Characters that JSON leaves unescaped although they affect terminals: DEL, C1, format characters, separators. C0 is escaped
// (RFC 8259 section 7), except for the line ends between members.
const STEERING = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// Text that build logs execute anywhere in a line.
const LOG_COMMAND = /##(?=(?:vso|teamcity)?\[)/giu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );

const inert = (json: string): string =>
  json.replaceAll(STEERING, escapeUnits).replaceAll(LOG_COMMAND, `#${escapeUnits('#')}`);

/**
 * Indented JSON with a line end: the same data, with everything that affects terminals escaped (RFC 8259 section 7).
 */
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

/** Checks before any packet is sent that a result can be written. */
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

/** True for device paths, whatever they refer to: /dev/stderr may be a file that the shell opened. */
export const isDevice = (file: string): boolean => path.resolve(file).startsWith('/dev/');

/** All commands of a step append to GitHub's one summary file. */
const isStepSummary = (file: string, env: Environment): boolean => {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? '';
  return summary !== '' && path.resolve(file) === path.resolve(summary);
};

/**
 * Writes a result to its file, replacing the content; GitHub's step summary is appended to. Devices and pipes are
 * written directly, and so is a file in a folder where no new file can be created.
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
