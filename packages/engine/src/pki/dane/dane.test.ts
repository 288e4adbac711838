import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { toHex } from '@perimeter/protocols/bytes';
import * as build from '@perimeter/protocols/certification-path/testing/chain';
import type { TlsaRecord } from '@perimeter/protocols/dns/tlsa';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import { createVerifier } from '../context/verify.ts';
import { judgeMailChain, type MailChain } from './mail-chain.ts';
import { type MatchedChain, matchesTlsa } from './tlsa-match.ts';

const made = (plan: build.Plan = {}) => {
  const { leaf, intermediates, roots } = build.chainOf(plan);
  const [root, issuer] = [roots[0], intermediates[0]].map((der) => parseCertificate(der ?? new Uint8Array()));
  assert.ok(root !== undefined && issuer !== undefined);
  return { leaf: parseCertificate(leaf), issuer, root };
};
const { leaf, issuer, root } = made();
const stranger = made({ root: [build.keyOf('stranger')] }).root;

const chain: MatchedChain = { leaf, others: [issuer], reached: [leaf, issuer, root] };
const verify = createVerifier();
const mail: MailChain = {
  leaf,
  others: [issuer],
  names: [build.host],
  atSeconds: Date.parse(build.now) / 1000,
  verify,
};

/** The association data of a certificate (RFC 6698 section 2.1). */
function dataOf({ der, spki }: ParsedCertificate, selector: number, matchingType: number): string {
  const bytes = selector === 0 ? der : spki.der;
  if (matchingType === 0) return toHex(bytes);
  return createHash(matchingType === 1 ? 'sha256' : 'sha512')
    .update(bytes)
    .digest('hex');
}

const record = (usage: number, selector: number, matchingType: number, of: ParsedCertificate): TlsaRecord => ({
  usage,
  selector,
  matchingType,
  data: dataOf(of, selector, matchingType),
});

const last = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');

/** The certificate that each usage is about. */
const subjects: readonly (readonly [usage: number, of: ParsedCertificate, other: ParsedCertificate])[] = [
  [0, root, leaf],
  [1, leaf, issuer],
  [2, issuer, leaf],
  [3, leaf, issuer],
];

for (const [usage, of, other] of subjects)
  for (const selector of [0, 1])
    for (const matchingType of [0, 1, 2])
      test(`TLSA ${usage} ${selector} ${matchingType} matches its certificate and no other`, () => {
        const right = record(usage, selector, matchingType, of);
        const wrong = { ...right, data: last(right.data) };
        const misplaced = record(usage, selector, matchingType, other);
        assert.equal(matchesTlsa(right, chain), true);
        assert.equal(matchesTlsa(wrong, chain), false);
        assert.equal(matchesTlsa(misplaced, chain), false);
        // Mail senders ignore usages 0 and 1 (RFC 7672 section 3.1.3).
        assert.equal(judgeMailChain(right, mail), usage > 1 ? 'match' : 'none');
        assert.equal(judgeMailChain(wrong, mail), 'none');
        assert.equal(judgeMailChain(misplaced, mail), 'none');
      });

test('records with unknown fields match nothing', () => {
  for (const change of [{ usage: 4 }, { selector: 2 }, { matchingType: 3 }])
    assert.equal(matchesTlsa({ ...record(3, 1, 1, leaf), ...change }, chain), false);
});

test('usage 3 ignores names and dates (RFC 7672 section 3.1.1)', () => {
  const odd = { ...mail, names: ['mx.other.example'], atSeconds: 4_000_000_000 };
  assert.equal(judgeMailChain(record(3, 1, 1, leaf), odd), 'match');
  assert.equal(judgeMailChain(record(2, 0, 1, issuer), odd), 'name');
});

test('usage 2 requires a name of the server or the mail domain, and valid dates', () => {
  const anchor = record(2, 1, 1, issuer);
  assert.equal(judgeMailChain(anchor, { ...mail, names: ['mx.other.example', build.host] }), 'match');
  assert.equal(judgeMailChain(anchor, { ...mail, names: ['mx.other.example'] }), 'name');
  assert.equal(judgeMailChain(anchor, { ...mail, atSeconds: 4_000_000_000 }), 'expired');
});

test('a usage 2 anchor must be served, or be complete in the record (RFC 7671 section 5.2.2)', () => {
  assert.equal(judgeMailChain(record(2, 0, 1, root), mail), 'none');
  assert.equal(judgeMailChain(record(2, 0, 1, root), { ...mail, others: [issuer, root] }), 'match');
  assert.equal(judgeMailChain(record(2, 0, 0, root), mail), 'match');
  assert.equal(judgeMailChain(record(2, 1, 0, root), mail), 'match');
  assert.equal(judgeMailChain(record(2, 0, 0, issuer), { ...mail, others: [] }), 'match');
  assert.equal(judgeMailChain(record(2, 1, 0, issuer), { ...mail, others: [] }), 'match');
});

test('a key in the record matches only certificates that it signed, with valid dates and names', () => {
  const direct = { ...mail, others: [] };
  const key = record(2, 1, 0, issuer);
  assert.equal(judgeMailChain(key, { ...direct, names: ['mx.other.example'] }), 'name');
  assert.equal(judgeMailChain(key, { ...direct, atSeconds: 4_000_000_000 }), 'expired');
  assert.equal(judgeMailChain(record(2, 1, 0, stranger), mail), 'none');
});

test('a served certificate that did not sign the leaf is not an anchor', () => {
  const unrelated = { ...mail, others: [stranger] };
  assert.equal(judgeMailChain(record(2, 0, 1, stranger), unrelated), 'none');
});

test('data that is no certificate matches nothing', () => {
  for (const data of ['00', 'ff'.repeat(40), ''])
    assert.equal(judgeMailChain({ usage: 2, selector: 0, matchingType: 0, data }, mail), 'none');
});
