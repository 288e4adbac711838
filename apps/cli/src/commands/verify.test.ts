import { root, sealed } from '@perimeter/report/testing/sealed-sample';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runCommandLine } from '../testing/command-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-verify-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string, contents: string | Uint8Array): string => {
  const where = path.join(folder, name);
  writeFileSync(where, contents);
  return where;
};
const ca = file('root.pem', new X509Certificate(root.certificate).toString());

test('a report as it was issued is intact, with every check named', async () => {
  const { code, stdout } = await runCommandLine(['verify', file('report.pdf', sealed), '--ca', ca]);
  assert.equal(code, 0);
  assert.match(stdout, /Intact/u);
  for (const name of ['structure', 'coverage', 'signature', 'signer', 'content'])
    assert.match(stdout, new RegExp(name, 'u'));
});

test('a changed report is not, and the exit code says so', async () => {
  const changed = Buffer.from(sealed);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  const { code, stdout } = await runCommandLine(['verify', file('changed.pdf', changed), '--ca', ca, '-f', 'json']);
  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).intact, false);
});

test('what cannot be read, or nobody to trust, is a usage error', async () => {
  assert.equal((await runCommandLine(['verify', path.join(folder, 'none.pdf'), '--ca', ca])).code, 2);
  assert.equal((await runCommandLine(['verify', file('report.pdf', sealed)])).code, 2);
  assert.equal((await runCommandLine(['verify'])).code, 2);
});
