import { base, root, sealed, signer } from '@perimeter/report/testing/sealed-sample';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { runCommandLine } from '../testing/command-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-verify-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string, contents: string | Uint8Array): string => {
  const where = path.join(folder, name);
  writeFileSync(where, contents);
  return where;
};
const ca = file('root.pem', new X509Certificate(root.certificate).toString());

test('an unmodified report is intact, and every check is listed', async () => {
  const { code, stdout } = await runCommandLine(['verify', file('report.pdf', sealed), '--ca', ca]);
  assert.equal(code, 0);
  assert.match(stdout, /Intact/u);
  for (const name of ['structure', 'coverage', 'signature', 'signer', 'content'])
    assert.match(stdout, new RegExp(name, 'u'));
});

test('a modified report is reported, also by the exit code', async () => {
  const changed = Buffer.from(sealed);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  const { code, stdout } = await runCommandLine(['verify', file('changed.pdf', changed), '--ca', ca, '-f', 'json']);
  assert.equal(code, 1);
  assert.partialDeepStrictEqual(JSON.parse(stdout), { verdict: 'altered', intact: false });
  assert.match(
    (await runCommandLine(['verify', file('changed.pdf', changed), '--ca', ca])).stdout,
    /Altered or incomplete: do not.*download it again/u,
  );
});

function flipped(at: number): Buffer {
  const changed = Buffer.from(sealed);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

const strangers = file('stranger.pem', rootCertificates[0] ?? '');

const answers: [
  name: string,
  contents: string | Uint8Array,
  ca: string,
  code: number,
  verdict: string,
  said: RegExp,
][] = [
  ['a signer whom nobody trusts', sealed, strangers, 4, 'untrusted_signer', /Unknown signer: unchanged/u],
  ['an end that is missing', sealed.subarray(0, -3_000), ca, 1, 'altered', /Altered/u],
  [
    'half a download',
    sealed.subarray(0, sealed.length / 2),
    ca,
    1,
    'altered',
    /Altered or incomplete.*download it again/u,
  ],
  ['the first bytes of a download', sealed.subarray(0, 2_000), ca, 1, 'altered', /Altered or incomplete/u],
  ['a flipped bit in its header', flipped(1), ca, 1, 'altered', /Altered or incomplete/u],
  ['a flipped bit in its signature', flipped(sealed.lastIndexOf('/ByteRange')), ca, 1, 'altered', /Altered or inc/u],
  ['a flipped bit at its end', flipped(sealed.length - 3), ca, 1, 'altered', /Altered or incomplete/u],
  ['something appended', Buffer.concat([sealed, Buffer.from('x')]), ca, 1, 'altered', /Altered/u],
  ['a report without its signature', base, ca, 5, 'not_sealed', /Not a signed report/u],
  ['a text', 'no PDF at all', ca, 5, 'not_sealed', /Not a PDF\b/u],
  ['an empty file', '', ca, 5, 'not_sealed', /Not a PDF\b/u],
  [
    'a PDF of somebody else',
    '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n',
    ca,
    5,
    'not_sealed',
    /Not a signed report/u,
  ],
  ['a JSON report', ' {"id":1}', ca, 5, 'not_sealed', /which has no signature.*SHA-256/u],
];
for (const [name, contents, roots, code, verdict, said] of answers) {
  test(`${name} has its own verdict: ${verdict}`, async () => {
    const argv = ['verify', file('any.pdf', contents), '--ca', roots];
    const text = await runCommandLine(argv);
    assert.equal(text.code, code);
    assert.match(text.stdout.replaceAll(/ *\n +/gu, ' '), said);
    const json = await runCommandLine([...argv, '-f', 'json']);
    assert.equal(json.code, code);
    assert.equal(JSON.parse(json.stdout).verdict, verdict);
  });
}

test('a key listed as compromised in keys.json is refused, whatever time the document claims', async () => {
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
  assert.equal(refused.code, 4);
  assert.match(refused.stdout, /Signature not valid: unchanged/u);
  assert.match(refused.stdout.replaceAll(/\s+/gu, ' '), /compromised since 2099.* no independent proof/u);
  assert.equal((await run('good.json', keys(null))).code, 0);
  assert.equal((await run('none.json', '{}')).code, 2);
  assert.equal((await run('text.json', 'no')).code, 2);
});

test('to trust a single signer, its certificate is given instead of the root', async () => {
  const one = file('signer.pem', new X509Certificate(signer.certificate).toString());
  assert.equal((await runCommandLine(['verify', file('report.pdf', sealed), '--ca', one])).code, 0);
});

test('an unreadable file or an empty list of roots is a usage error', async () => {
  assert.equal((await runCommandLine(['verify', path.join(folder, 'none.pdf'), '--ca', ca])).code, 2);
  assert.equal((await runCommandLine(['verify', file('report.pdf', sealed)])).code, 2);
  assert.equal((await runCommandLine(['verify'])).code, 2);
});
