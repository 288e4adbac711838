import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { base, options as sample } from '@perimeter/report/testing/sealed-sample';
import { openTestDatabase } from '../testing/database.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { StartError } from '../settings/start-error.ts';
import { readOwnSigner } from './own-signer.ts';
import { publishedKeys, trustedRoots } from './published-keys.ts';
import { openOwnSigner, openSigner } from './signing-keys.ts';

const folder = await temporaryDirectory();
const file = (name: string, text: string): string => {
  const where = path.join(folder, name);
  writeFileSync(where, text);
  return where;
};
const pem = (der: Uint8Array): string => new X509Certificate(der).toString();

const options = { ...sample, sealedAtMs: Math.ceil(Date.now() / 1_000) * 1_000 + 60_000 };
const nowSeconds = Math.floor(Date.now() / 1_000) - 60;
const root = await createSigningRoot(nowSeconds);
const signer = await createSigner(root, nowSeconds);
const certificateFile = file('chain.pem', pem(signer.certificate) + pem(root.certificate));
const key = (identity: typeof signer): string => identity.key.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyFile = file('key.pem', key(signer));
const passphrase = 'a passphrase nobody sees';
const encrypted = signer.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
const encryptedKeyFile = file('encrypted.pem', encrypted);

test('a certificate and its key are read, encrypted or not', () => {
  for (const settings of [
    { kind: 'pem', certificateFile, keyFile, passphrase: null },
    { kind: 'pem', certificateFile, keyFile: encryptedKeyFile, passphrase },
  ] as const) {
    const own = readOwnSigner(settings) ?? assert.fail();
    assert.deepEqual(Buffer.from(own.certificate), Buffer.from(signer.certificate));
    assert.deepEqual(
      own.issuers.map((der) => Buffer.from(der)),
      [Buffer.from(root.certificate)],
    );
  }
  assert.equal(readOwnSigner(null), null);
});

test('an unsuitable certificate is refused at start with an explanation, and without the passphrase', async () => {
  const other = await createSigner(root, nowSeconds);
  const old = await createSigner(root, nowSeconds - 800 * 86_400);
  const stranger = await createSigningRoot(nowSeconds);
  const refused: [string, string, string | null, RegExp][] = [
    [path.join(folder, 'none.pem'), keyFile, null, /cannot read .*none\.pem: no such file or directory/],
    [keyFile, keyFile, null, /contains no PEM certificate/],
    [certificateFile, encryptedKeyFile, null, /needs PERIMETER_SIGNING_PASSPHRASE/],
    [certificateFile, encryptedKeyFile, 'wrong secret', /that PERIMETER_SIGNING_PASSPHRASE decrypts/],
    [certificateFile, file('other.pem', key(other)), null, /does not match the key/],
    [file('alone.pem', pem(signer.certificate)), keyFile, null, /must follow it/],
    [
      file('strange.pem', pem(signer.certificate) + pem(stranger.certificate)),
      keyFile,
      null,
      /certificate 1 is not issued/,
    ],
    [file('old.pem', pem(old.certificate) + pem(root.certificate)), file('old-key.pem', key(old)), null, /has expired/],
  ];
  for (const [certificate, privateKey, secret, reason] of refused) {
    assert.throws(
      () => readOwnSigner({ kind: 'pem', certificateFile: certificate, keyFile: privateKey, passphrase: secret }),
      (error) =>
        error instanceof StartError &&
        error.exitCode === 2 &&
        reason.test(error.message) &&
        (secret === null || !error.message.includes(secret)),
      String(reason),
    );
  }
});

test("the operator's certificate replaces the generated one, its key is not stored, and documents of both verify", async (t) => {
  const { db, close } = await openTestDatabase();
  t.after(close);
  const secret = Buffer.alloc(32, 1);
  const own = readOwnSigner({ kind: 'pem', certificateFile, keyFile, passphrase: null }) ?? assert.fail();
  const states = async () => (await publishedKeys(db)).map(({ role, status }) => `${role} ${status}`).toSorted();
  const seal = ({ signer: { certificate, key: privateKey }, chain }: Awaited<ReturnType<typeof openSigner>>) =>
    sealPdf(base, { ...options, sealer: { certificate, chain, key: privateKey } });
  const before = seal(await openSigner(db, [secret]));
  const [first, again] = await Promise.all([openOwnSigner(db, own), openOwnSigner(db, own)]);
  assert.equal(first.kid, again.kid);
  assert.deepEqual(await states(), ['root active', 'root retired', 'signer active', 'signer retired']);
  const stored = await db.selectFrom('signing_keys').select('encrypted_key').where('kid', '=', first.kid).execute();
  assert.deepEqual(stored, [{ encrypted_key: null }]);
  const after = await openSigner(db, [secret]);
  assert.notEqual(after.kid, first.kid);
  assert.equal((await openOwnSigner(db, own)).kid, first.kid);
  const trust = await trustedRoots(db);
  for (const pdf of [before, seal(first), seal(after)]) assert.ok(verifySealedPdf(pdf, trust).intact);
});

const openssl = spawnSync('openssl', ['version']).error === undefined;

test(
  'a chain with an intermediate made by openssl seals, and verifies under its root',
  {
    skip: openssl ? false : 'openssl is not on this machine',
  },
  () => {
    const run = (...args: string[]): void => {
      const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
    const authority = ['-addext', 'basicConstraints=critical,CA:TRUE'];
    const issued = (name: string, issuer: string, ...more: string[]): void =>
      run(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
        '-subj',
        `/CN=${name}`,
        '-days',
        '9',
        '-CA',
        `${issuer}.crt`,
        '-CAkey',
        `${issuer}.key`,
        ...more,
      );
    run(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'top.key',
      '-out',
      'top.crt',
      '-subj',
      '/CN=top',
      '-days',
      '9',
      ...authority,
    );
    issued('middle', 'top', ...authority);
    issued(
      'leaf',
      'middle',
      '-addext',
      'keyUsage=digitalSignature,nonRepudiation',
      '-addext',
      'basicConstraints=CA:FALSE',
    );
    const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
    const settings = {
      kind: 'pem',
      certificateFile: file('three.pem', read('leaf.crt') + read('middle.crt') + read('top.crt')),
      keyFile: path.join(folder, 'leaf.key'),
      passphrase: null,
    } as const;
    const own = readOwnSigner(settings) ?? assert.fail();
    const sealed = sealPdf(base, {
      ...options,
      sealer: { certificate: own.certificate, chain: own.issuers, key: own.key },
    });
    const verified = verifySealedPdf(sealed, [new X509Certificate(read('top.crt'))]);
    assert.ok(verified.intact, JSON.stringify(verified.checks));
    assert.equal(verifySealedPdf(sealed, [new X509Certificate(root.certificate)]).intact, false);
    for (const more of [
      [],
      ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-192-CBC', '-macalg', 'sha512'],
      ['-certpbe', 'NONE'],
    ]) {
      const store = path.join(folder, 'signing.p12');
      const chain = file('issuers.pem', read('top.crt') + read('middle.crt'));
      run(
        'pkcs12',
        '-export',
        '-inkey',
        'leaf.key',
        '-in',
        'leaf.crt',
        '-certfile',
        chain,
        '-out',
        store,
        '-passout',
        `pass:${passphrase}`,
        ...more,
      );
      const fromStore = readOwnSigner({ kind: 'pkcs12', file: store, passphrase }) ?? assert.fail();
      assert.deepEqual(fromStore.issuers, own.issuers);
      assert.deepEqual(fromStore.certificate, own.certificate);
      assert.ok(fromStore.key.equals(own.key));
      assert.throws(() => readOwnSigner({ kind: 'pkcs12', file: store, passphrase: 'wrong' }), /wrong passphrase/);
    }
    assert.throws(
      () => readOwnSigner({ kind: 'pkcs12', file: certificateFile, passphrase }),
      /PERIMETER_SIGNING_PKCS12.*PFX/,
    );
    const withoutMiddle = sealPdf(base, {
      ...options,
      sealer: { certificate: own.certificate, chain: own.issuers.slice(1), key: own.key },
    });
    assert.equal(verifySealedPdf(withoutMiddle, [new X509Certificate(read('top.crt'))]).intact, false);
  },
);
