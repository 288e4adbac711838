import { root, sealed, signer } from '@perimeter/report/testing/sealed-sample';
import { sha256Hex } from '@perimeter/report/digest';
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

test('a key that keys.json calls compromised is refused, whatever the document says of its time', async () => {
  const x509 = new X509Certificate(signer.certificate);
  const key = {
    kid: sha256Hex(signer.certificate),
    role: 'signer',
    status: 'compromised',
    subject: x509.subject,
    notBefore: x509.validFromDate.toISOString(),
    notAfter: x509.validToDate.toISOString(),
    endedAt: '2099-01-01T00:00:00.000Z',
    revokedAt: '2099-01-01T00:00:00.000Z',
    certificate: x509.toString(),
  };
  const keys = (revokedAt: string | null) => JSON.stringify({ keys: [{ ...key, revokedAt }] });
  const run = async (name: string, contents: string) =>
    runCommandLine(['verify', file('report.pdf', sealed), '--ca', ca, '--keys', file(name, contents)]);
  const refused = await run('keys.json', keys(key.revokedAt));
  assert.equal(refused.code, 1);
  assert.match(refused.stdout.replaceAll(/\s+/gu, ' '), /compromised since 2099.* no independent proof/u);
  assert.equal((await run('good.json', keys(null))).code, 0);
  assert.equal((await run('none.json', '{}')).code, 2);
  assert.equal((await run('text.json', 'no')).code, 2);
});

test('to trust a signer and no other, its certificate is given in place of the root', async () => {
  const one = file('signer.pem', new X509Certificate(signer.certificate).toString());
  assert.equal((await runCommandLine(['verify', file('report.pdf', sealed), '--ca', one])).code, 0);
});

test('what cannot be read, or nobody to trust, is a usage error', async () => {
  assert.equal((await runCommandLine(['verify', path.join(folder, 'none.pdf'), '--ca', ca])).code, 2);
  assert.equal((await runCommandLine(['verify', file('report.pdf', sealed)])).code, 2);
  assert.equal((await runCommandLine(['verify'])).code, 2);
});

test('a JSON report is not called altered: it has no signature, and how it is checked is said', async () => {
  const { code, stdout, stderr } = await runCommandLine(['verify', file('report.json', ' {"id":1}'), '--ca', ca]);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /has no signature.*SHA-256/u);
});
