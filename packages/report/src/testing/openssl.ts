import { spawnSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** False if openssl is installed, else the reason for skipping. */
export const opensslMissing: string | false =
  spawnSync('openssl', ['version']).error === undefined ? false : 'openssl is not on this machine';

/** openssl in a folder that exists as long as the process. */
export interface Openssl {
  folder: string;
  /** Runs a command line without quotes. Throws if it fails. */
  run: (line: string) => Buffer;
  read: (name: string) => Buffer;
  key: (name: string) => KeyObject;
  write: (name: string, contents: string | Uint8Array) => string;
}

export function openOpenssl(): Openssl {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-openssl-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const where = (name: string): string => path.join(folder, name);
  return {
    folder,
    run: (line) => {
      const { status, stdout, stderr } = spawnSync('openssl', line.split(' '), { cwd: folder });
      if (status !== 0) throw new Error(`openssl ${line}: ${stderr.toString()}`);
      return stdout;
    },
    read: (name) => readFileSync(where(name)),
    key: (name) => createPrivateKey(readFileSync(where(name))),
    write: (name, contents) => {
      writeFileSync(where(name), contents);
      return where(name);
    },
  };
}
