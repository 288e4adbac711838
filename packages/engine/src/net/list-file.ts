import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem } from './file-problem.ts';
import type { ReadSetting, SetVariables } from './environment/setting.ts';

/** The file that a variable names; null: none. It is read when an audit first needs it. */
export function namedFile(env: SetVariables, variable: string, maxBytes: number): ReadSetting<string | null> {
  const file = env[variable];
  if (file === undefined || file === '') return { ok: true, value: null };
  const rejected = (problem: string) => ({ ok: false, problem: `${variable}: ${file} ${problem}` }) as const;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return rejected('is no file');
    return stat.size > maxBytes ? rejected(`is larger than ${maxBytes} bytes`) : { ok: true, value: file };
  } catch (error) {
    return rejected(`cannot be read: ${fileProblem(error)}`);
  }
}

/** A list with its name and its date, YYYY-MM-DD. */
interface Dated {
  name: string;
  date: string;
}

/** The list of the file that a variable names, dated by its last modification, or the shipped list; `read` gives a sentence for content of another form. */
export function ownOrShipped<T extends object>(
  [env, variable]: readonly [SetVariables, string],
  maxBytes: number,
  shipped: T & Dated,
  read: (text: string) => T | string,
): ReadSetting<T & Dated> {
  const rejected = (problem: string) => ({ ok: false, problem: `${variable}: ${problem}` }) as const;
  const file = env[variable] ?? '';
  if (file === '') return { ok: true, value: shipped };
  try {
    const { size } = statSync(file);
    if (size > maxBytes) return rejected(`the file is larger than ${maxBytes} bytes`);
    const list = read(readFileSync(file, 'utf8'));
    if (typeof list === 'string') return rejected(list);
    return { ok: true, value: { ...list, name: basename(file), date: dayOf(file) } };
  } catch (error) {
    return rejected(`the file cannot be read: ${fileProblem(error)}`);
  }
}

/** A list outside of our limits or grammar, with a message of our own. */
export class UnusableList extends Error {
  readonly problem: string;
  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/** Reads a file in slices, so that other audits continue; a name with .gz is decompressed. */
export async function* slicesOf(file: string, maxBytes: number): AsyncGenerator<Buffer> {
  const stream = createReadStream(file);
  const unpacked: AsyncIterable<Buffer> = file.endsWith('.gz') ? pipeline(stream, createGunzip(), () => null) : stream;
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UnusableList(`it is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** The date of a file's last modification. */
export const dayOf = (file: string): string => statSync(file).mtime.toISOString().slice(0, 10);

/** Why a list cannot be used. */
export function listFileProblem(error: unknown): string {
  if (error instanceof UnusableList) return error.problem;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return 'it ends before its gzip data does';
  return code.startsWith('Z_') ? 'it is no gzip file' : fileProblem(error);
}

/** A reader that loads each file once per process: restart to read a newer one. */
export function oncePerFile<T>(load: (file: string) => Promise<T>): (file: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>();
  return (file) => {
    const known = loaded.get(file) ?? load(file);
    loaded.set(file, known);
    return known;
  };
}
