import { digestOf } from '../context/digest.ts';
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { concat, toHex, u8, vector16 } from '@perimeter/protocols/bytes';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { type LogEntry, timestampSignedData } from '@perimeter/protocols/x509/sct';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import type { KnownLog } from '../trust-lists/lists.ts';
import { createLogFinder } from '../trust-lists/log-list.ts';
import { signerOf } from '../served-chain.ts';
import { timestampFacts, type TimestampQuestion } from './timestamps.ts';
import { verifySignature } from '../context/verify.ts';

const bytesOf = (name: keyof typeof revocationVectors): Uint8Array =>
  new Uint8Array(Buffer.from(revocationVectors[name], 'base64'));
const leaf = parseCertificate(bytesOf('stamped'));
const before = parseCertificate(bytesOf('plain'));
const issuer = parseCertificate(bytesOf('authority'));
const at = Date.UTC(2026, 5, 1);

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = publicKey.export({ format: 'der', type: 'spki' });
const id = createHash('sha256').update(key).digest();
const log: KnownLog = {
  operator: 'Alpha',
  name: 'Test',
  id: id.toString('base64'),
  key: key.toString('base64'),
  state: 'usable',
  retiredAt: null,
};

/** A list with one timestamp over an entry. */
function listOf(entry: LogEntry, timestamp = at): Uint8Array {
  const blank = { timestamp, extensions: new Uint8Array(), hashAlgorithm: 4, signatureAlgorithm: 3 };
  const signed = timestampSignedData({ ...blank, logId: new Uint8Array(id), signature: new Uint8Array() }, entry);
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(timestamp));
  const signature = vector16(new Uint8Array(sign('sha256', signed, privateKey)));
  const item = concat([u8(0), new Uint8Array(id), time, vector16(), u8(4), u8(3), signature]);
  return vector16(vector16(item));
}

const question: TimestampQuestion = {
  leaf,
  issuer,
  findLog: (logId) => (logId === toHex(id) ? log : null),
  verify: verifySignature,
  atSeconds: at / 1000 + 1,
};
const none = { embedded: null, tls: null, ocsp: null };
const logged: LogEntry = {
  kind: 'precertificate',
  issuerKeyHash: digestOf('sha256', issuer.spki.der),
  tbs: before.tbs,
};

test('an embedded timestamp covers the certificate without it, and names its log', () => {
  const [fact] = timestampFacts({ ...none, embedded: listOf(logged) }, question);
  assert.deepEqual([fact?.signature, fact?.log?.operator, fact?.timestamp], ['valid', 'Alpha', at]);
  const [unknownIssuer] = timestampFacts({ ...none, embedded: listOf(logged) }, { ...question, issuer: null });
  assert.equal(unknownIssuer?.signature, 'not-verified');
  const [wrongIssuer] = timestampFacts({ ...none, embedded: listOf(logged) }, { ...question, issuer: leaf });
  assert.equal(wrongIssuer?.signature, 'invalid');
});

test('a separate timestamp covers the whole certificate', () => {
  const list = listOf({ kind: 'certificate', der: leaf.der });
  const facts = timestampFacts({ ...none, tls: list, ocsp: list }, question);
  assert.deepEqual(
    facts.map(({ source, signature }) => [source, signature]),
    [
      ['tls', 'valid'],
      ['ocsp', 'valid'],
    ],
  );
  assert.equal(timestampFacts({ ...none, embedded: list }, question)[0]?.signature, 'invalid');
});

test('unknown logs, future timestamps and invalid data are distinguished', () => {
  const list = listOf({ kind: 'certificate', der: leaf.der });
  const judge = (tls: Uint8Array, changes: Partial<TimestampQuestion> = {}) =>
    timestampFacts({ ...none, tls }, { ...question, ...changes })[0];
  assert.equal(judge(list, { findLog: () => null })?.signature, 'not-verified');
  assert.equal(judge(list, { atSeconds: at / 1_000 - 3_600 })?.signature, 'valid');
  assert.equal(judge(list, { atSeconds: at / 1_000 - 3_601 })?.problem?.reason, 'future');
  assert.equal(judge(Uint8Array.of(0, 3, 0, 1, 0xaa))?.problem?.reason, 'unreadable');
  assert.equal(judge(new Uint8Array())?.problem?.reason, 'unreadable');
});

test('logs are found by id in the given list only', () => {
  const list = { name: 'Two', date: '2026-06-01', logs: [log] };
  assert.equal(createLogFinder(list)(toHex(id))?.operator, 'Alpha');
  assert.equal(createLogFinder({ ...list, logs: [] })(toHex(id)), null);
});

test('a certificate that did not sign the leaf is not used as the issuer of the log entry', () => {
  assert.equal(signerOf(leaf, issuer, verifySignature), issuer);
  assert.equal(signerOf(leaf, leaf, verifySignature), null);
  assert.equal(signerOf(leaf, null, verifySignature), null);
});
