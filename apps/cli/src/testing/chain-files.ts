import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Chain } from '@perimeter/protocols/certification-path/testing/chain';
import { runCommandLine } from './command-line.ts';

export const directory = mkdtempSync(path.join(tmpdir(), 'chains-'));
// At exit: files that share a process share this module.
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

export const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

export function write(name: string, content: string | Uint8Array): string {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
}

/** Files of a chain: the served one, and the roots. */
export const files = ({ leaf, intermediates, roots }: Chain, name: string): [file: string, roots: string] => [
  write(`${name}.pem`, `subject=…\n${[leaf, ...intermediates].map(pem).join('some words between\n')}`),
  write(`${name}-roots.pem`, roots.map(pem).join('')),
];

export const at = ['--at', '2026-11-21T12:00:00Z'];

export async function judge(chain: Chain, name: string, ...more: string[]) {
  const [file, roots] = files(chain, name);
  const named = chain.host === null ? [] : ['--host', chain.host];
  return runCommandLine(['certificates', file, ...named, '--roots', roots, ...at, ...more]);
}

export const listPem = (der: Uint8Array): string =>
  `-----BEGIN X509 CRL-----\n${Buffer.from(der).toString('base64')}\n-----END X509 CRL-----\n`;

export const by = 'CN=Issuer,O=Test';
