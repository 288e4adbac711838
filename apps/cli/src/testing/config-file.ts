import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './audited-forms.ts';
import { runCommandLine, type RunOptions } from './command-line.ts';

/** Writes a file in the folder of the tests; returns its path. */
export const put = (name: string, text: string | Buffer): string => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
};

/** An audit with this configuration file. */
export const withFile = async (text: string | Buffer, args: readonly string[] = [], options: RunOptions = {}) =>
  runCommandLine(['audit', '--config', put('perimeter.yml', text), ...args], options);
