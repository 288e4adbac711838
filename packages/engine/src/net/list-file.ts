import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem } from './file-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

/** The file that a variable names; null: none. It is read when an audit first needs it. */
export function namedFile(env: Environment, variable: string, maxBytes: number): Read<string | null> {
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
