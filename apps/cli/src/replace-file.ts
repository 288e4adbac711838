import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Replaces a file atomically, after the new one is on disk, so that no reader sees part of it. Its permissions are the
 * given ones, else those of the old file, else the process's default. A symbolic link stays, and its target is
 * replaced.
 */
export function replaceFile(file: string, content: string | Uint8Array, permissions?: number): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  const target = existing === undefined ? path.resolve(file) : realpathSync(file);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomBytes(6).toString('hex')}`);
  const wanted = permissions ?? (existing === undefined ? undefined : existing.mode & 0o7777);
  try {
    const descriptor = openSync(temporary, 'wx', permissions);
    try {
      if (wanted !== undefined) fchmodSync(descriptor, wanted);
      writeWhole(descriptor, typeof content === 'string' ? Buffer.from(content) : content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A single write may write only part of the data. */
function writeWhole(descriptor: number, octets: Uint8Array): void {
  for (let written = 0; written < octets.length;) written += writeSync(descriptor, octets, written);
}
