import { publishedKeys } from '@perimeter/contract/verification';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../argument-values.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { readCertificates } from './certificates/file.ts';

/** Far larger than any report. */
const maxFileBytes = 64 * 1024 * 1024;
const standardInput = 0;

/** Reads a file to verify; throws UsageError if it is not readable. */
export function readFile(file: string): Buffer {
  try {
    const bytes = readFileSync(file === '-' ? standardInput : file);
    if (bytes.length > maxFileBytes) throw new UsageError(`${file} is larger than any report`);
    return bytes;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read ${file}: ${fileProblem(error)}`);
  }
}

/** The certificates in an option's file. */
export function readRoots(option: string, file: string): X509Certificate[] {
  return readCertificates(file).map((der) => {
    try {
      return new X509Certificate(der);
    } catch {
      throw new UsageError(`${option} ${file} contains a malformed certificate`);
    }
  });
}

/** Since when keys are compromised, by kid, from keys.json. */
export function readCompromised(file: string): ReadonlyMap<string, number> {
  let json: unknown;
  try {
    json = JSON.parse(readFile(file).toString('utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--keys ${file} is not JSON`);
  }
  const read = publishedKeys.safeParse(json);
  if (!read.success) throw new UsageError(`--keys ${file} is not a keys.json file of a service`);
  return new Map(
    read.data.keys.flatMap(({ kid, revokedAt }) => (revokedAt === null ? [] : [[kid, Date.parse(revokedAt)] as const])),
  );
}
