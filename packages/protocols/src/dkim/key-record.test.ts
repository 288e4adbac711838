import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { parseDkimKey } from './key-record.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const spki = rsa.export({ type: 'spki', format: 'der' }).toString('base64');
const bare = rsa.export({ type: 'pkcs1', format: 'der' }).toString('base64');
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);

const codes = (text: string): string[] => parseDkimKey(text).problems.map(({ code }) => code);

test('a key of RSA is read, wrapped or bare, with white space and without padding', () => {
  for (const [p, wrapped] of [
    [spki, true],
    [bare, false],
    [spki.replace(/=+$/u, ''), true],
    [`${spki.slice(0, 40)} \r\n\t${spki.slice(40)}`, true],
  ] as const) {
    const { record, void: isVoid, problems } = parseDkimKey(`v=DKIM1; k=rsa; p=${p}`);
    assert.equal(record.publicKey.kind === 'key' && record.publicKey.key.bits, 1024);
    assert.equal(record.publicKey.kind === 'key' && record.publicKey.wrapped, wrapped);
    assert.deepEqual([isVoid, problems], [false, []]);
  }
});

test('a key of Ed25519 is 32 octets', () => {
  const key = (octets: Uint8Array): string =>
    parseDkimKey(`v=DKIM1; k=ed25519; p=${Buffer.from(octets).toString('base64')}`).record.publicKey.kind;
  assert.equal(key(ed25519), 'key');
  assert.equal(key(ed25519.subarray(1)), 'unreadable');
});

test('an empty p is a revoked key, a missing or invalid one is unreadable', () => {
  assert.equal(parseDkimKey('v=DKIM1; p=').record.publicKey.kind, 'revoked');
  for (const text of ['v=DKIM1', 'v=DKIM1; p=!!!', 'v=DKIM1; k=dsa; p=AAAA', `v=DKIM1; p=${spki.slice(0, 60)}`])
    assert.equal(parseDkimKey(text).record.publicKey.kind, 'unreadable', text);
});

test('flags, hashes and services are lists, and their absence means all', () => {
  const { record } = parseDkimKey(`p=${spki}; t=y:s; h=sha1 : sha256; s=email; n=a note`);
  assert.deepEqual([record.testing, record.strict, record.hashes], [true, true, ['sha1', 'sha256']]);
  assert.deepEqual([record.services, record.notes], [['email'], 'a note']);
  const plain = parseDkimKey(`p=${spki}`).record;
  assert.deepEqual([plain.testing, plain.strict, plain.hashes, plain.services], [false, false, null, ['*']]);
});

test('errors that void a record are reported, and oddities do not void it', () => {
  assert.deepEqual(codes(`p=${spki}; v=DKIM1`), ['version-not-first']);
  assert.deepEqual(codes(`v=DKIM2; p=${spki}`), ['version-unknown']);
  assert.deepEqual(codes(`v=DKIM1; p=${spki}; p=${spki}`), ['tag-repeated']);
  assert.deepEqual(codes(`v=DKIM1; p=${spki}; oops`), ['tag-malformed']);
  assert.deepEqual(codes(`v=DKIM1; g=*; zz=1; p=${spki}`), ['tag-removed', 'tag-unknown']);
  assert.equal(parseDkimKey(`v=DKIM1; g=*; p=${spki}`).void, false);
  assert.equal(parseDkimKey(`v=DKIM1; p=${spki}; oops`).void, true);
});
