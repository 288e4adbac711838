import { fileProblem } from '@perimeter/engine/net/file-problem';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../argument-values.ts';
import type { Environment } from '../context.ts';

/** Where the API key is read from: never from the arguments, which every user of the machine can list. */
export interface KeySource {
  stdin: boolean;
  file: string | null;
}

/** Maximum size of a key file: anything longer is not a key. */
const maxBytes = 4096;

/** Visible ASCII, as allowed in a header field (RFC 9110 section 5.5). */
const usable = /^[\x21-\x7e]{1,512}$/u;

function checked(text: string, where: string): string {
  const key = text.trim();
  if (usable.test(key)) return key;
  throw new UsageError(`${where} ${key === '' ? 'contains no API key' : 'is not an API key'}`);
}

function firstBytes(descriptor: number): string {
  const octets = Buffer.alloc(maxBytes);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, octets, length, maxBytes - length, null);
    length += read;
    if (read === 0 || length === maxBytes) return octets.toString('utf8', 0, length);
  }
}

/** Refuses a file that other users can access; Windows has no such permissions. */
function refuseShared(descriptor: number, file: string): void {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) throw new UsageError(`The key file ${file} is not a file`);
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw new UsageError(`Other users can read the key file ${file}: run chmod 600 ${file}`);
}

function fromFile(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw new UsageError(`Cannot read the key file ${file}: ${fileProblem(error)}`);
  }
  try {
    refuseShared(descriptor, file);
    return checked(firstBytes(descriptor), `The key file ${file}`);
  } finally {
    closeSync(descriptor);
  }
}

function fromStdin(): string {
  try {
    return checked(firstBytes(0), 'Standard input');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read the API key from standard input: ${fileProblem(error)}`);
  }
}

/** The API key, null for none. Throws UsageError, which never repeats it. */
export function readApiKey({ stdin, file }: KeySource, env: Environment): string | null {
  if (stdin) return fromStdin();
  if (file !== null) return fromFile(file);
  const key = env['PERIMETER_API_KEY'] ?? '';
  return key === '' ? null : checked(key, 'PERIMETER_API_KEY');
}
