import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Chain } from './testing/chain.ts';
import { allRows } from './testing/rows.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'x509-'));
after(() => rmSync(directory, { recursive: true, force: true }));

function versionOf(): string | null {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function pem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function file(name: string, certificates: readonly Uint8Array[]): string {
  const target = path.join(directory, name);
  writeFileSync(target, certificates.map(pem).join(''));
  return target;
}

/** Exit code and words of `openssl verify` for a chain. */
function ask({ leaf, intermediates, roots, host, at }: Chain): { ok: boolean; words: string } {
  const isAddress = /^[\d.]+$|:/.test(host ?? '');
  const named = host === null ? [] : [isAddress ? '-verify_ip' : '-verify_hostname', host];
  const options = ['-x509_strict', '-purpose', 'sslserver', ...named];
  const trust = ['-no-CApath', '-no-CAstore', '-CAfile', file('roots.pem', roots)];
  const more = intermediates.length === 0 ? [] : ['-untrusted', file('intermediates.pem', intermediates)];
  const time = ['-attime', String(Date.parse(at) / 1000)];
  const args = ['verify', ...options, ...trust, ...more, ...time, file('leaf.pem', [leaf])];
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return { ok: status === 0, words: `${stdout}${stderr}` };
}

const version = versionOf();

for (const { name, chain, codes, differs } of allRows) {
  test(`openssl on "${name}"${differs === undefined ? '' : `, which differs: ${differs}`}`, (t) => {
    if (version === null) return t.skip('There is no openssl on this machine to compare with');
    const { ok, words } = ask(chain);
    assert.equal(ok === (codes.length === 0), differs === undefined, words);
  });
}
