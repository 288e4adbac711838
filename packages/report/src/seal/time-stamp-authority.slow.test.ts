import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSignedData } from '@perimeter/protocols/cms/signed-data';
import { objectIdentifier, octetString, sequence, trueValue } from '@perimeter/protocols/der/writer';
import { openOpenssl } from '../testing/openssl.ts';
import { base, sealed } from '../testing/sealed-sample.ts';
import {
  forgeToken,
  openAuthorities,
  type Otherwise,
  responseOf,
  type StampIdentity,
} from '../testing/time-stamp-authority.ts';
import { readStamped } from './stamp-container.ts';
import { readTimeStamp, TimeStampError } from '../time-stamp/verify.ts';

import { anchors, kit, now, skip, stamped, stampedBy, today } from '../testing/stamped-sample.ts';

const day = 86_400_000;
const authority = skip === false ? kit().issue('honest') : null;

/** Tokens with one error each, and the expected message. */
const wrongs: [string, Otherwise, RegExp][] = [
  [
    'another nonce',
    { nonce: (one) => Uint8Array.from(one, (octet, i) => (i === 5 ? octet ^ 1 : octet)) },
    /nonce of the token differs/,
  ],
  ['no nonce', { nonce: null }, /nonce of the token differs/],
  ['another imprint', { imprint: (one) => one.map((octet) => octet ^ 1) }, /is a time stamp for other data/],
  ['a shorter imprint', { imprint: (one) => one.subarray(0, 31) }, /is a time stamp for other data/],
  ['the weak hash of its own signature', { hash: 'sha1' }, /1\.3\.14\.3\.2\.26/],
  [
    'contents changed after signing',
    { after: (info) => info.map((octet, i) => (i === 4 ? octet ^ 2 : octet)) },
    /version/,
  ],
  [
    'another time after signing',
    {
      after: (info) =>
        Buffer.from(
          Buffer.from(info)
            .toString('latin1')
            .replace(/20\d{12}Z/, '20300101000000Z'),
          'latin1',
        ),
    },
    /does not match its signature/,
  ],
  ['two signers', { signers: 2 }, /one signer/],
  ['no certificate', { certificates: [new Uint8Array(sealed.subarray(0, 0))] }, /does not contain|malformed/iu],
  ['a certificate of the future TSTInfo', { version: 2 }, /version/],
  ['an hour from now', { timeMs: now * 1_000 + 3_600_000 }, /The time stamp is/],
  [
    'a critical extension',
    { extension: sequence(objectIdentifier('1.2.3.4'), trueValue, octetString(Uint8Array.of(1))) },
    /critical extension 1\.2\.3\.4/,
  ],
];

for (const [what, wrong, reason] of wrongs) {
  test(`an authority that answers with ${what} is not trusted`, { skip }, async () => {
    const identity = authority ?? assert.fail();
    assert.ok(
      (await stampedBy((request) => responseOf(forgeToken(identity, request)))).length > 0,
      'the honest answer is',
    );
    await assert.rejects(
      stampedBy((request) => responseOf(forgeToken(identity, request, wrong))),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
    );
  });
}

/** Authorities with one error each in their certificates. */
const strangers: [string, (name: string) => StampIdentity, number, RegExp][] = [
  ['without extendedKeyUsage', (name) => kit().issue(name, { purpose: null }), 0, /not limited to time stamping/],
  [
    'with an extendedKeyUsage that is not critical',
    (name) => kit().issue(name, { purpose: 'timeStamping' }),
    0,
    /not limited to time stamping/,
  ],
  [
    'with another purpose beside',
    (name) => kit().issue(name, { purpose: 'critical,timeStamping,emailProtection' }),
    0,
    /not limited to time stamping/,
  ],
  ['for servers', (name) => kit().issue(name, { purpose: 'critical,serverAuth' }), 0, /not limited to time stamping/],
  ['that has expired', (name) => kit().issue(name, { days: 1 }), 2 * day, /was not valid after/],
  ['of a short key', (name) => kit().issue(name, { key: 'rsa:1024' }), 0, /key of 1024 bits/],
  [
    'that may not sign',
    (name) => kit().issue(name, { extensions: ['keyUsage=critical,keyEncipherment'] }),
    0,
    /does not allow signatures/,
  ],
];

for (const [n, [what, issue, later, reason]] of strangers.entries()) {
  test(`an authority ${what} is not trusted`, { skip }, async () => {
    const identity = issue(`stranger-${n}`);
    const timeMs = today.sealedAtMs + later;
    await assert.rejects(
      stampedBy((request) => responseOf(forgeToken(identity, request, { timeMs })), { claimedMs: timeMs }),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
    );
  });
}

test('an authority under another root, or with the name of a trusted one, is not trusted', { skip }, async () => {
  const elsewhere = openAuthorities(openOpenssl());
  const identity = elsewhere.issue('honest');
  const rejected = (certificates: Uint8Array[], claimed = identity) =>
    assert.rejects(
      stampedBy((request) =>
        responseOf(
          forgeToken(claimed, request, {
            certificates,
            signedWith: identity.key,
            claimed: certificates[0] ?? assert.fail(),
          }),
        ),
      ),
      TimeStampError,
    );
  await rejected([identity.certificate]);
  await rejected([identity.certificate, elsewhere.root.raw]);
  // The honest authority's certificate with the other one's key.
  await rejected([(authority ?? assert.fail()).certificate], authority ?? assert.fail());
});

test('a token with any byte changed is either read, or refused with TimeStampError', { skip }, () => {
  const from = stamped.indexOf('/Contents <', base.length) + 11;
  const container = Buffer.from(stamped.subarray(from, stamped.indexOf('>', from)).toString('latin1'), 'hex');
  const { signature, unsignedAttributes } = decodeSignedData(container);
  const { token } = readStamped(unsignedAttributes) ?? assert.fail();
  const question = { stamped: signature, anchors: anchors() };
  assert.ok(readTimeStamp(token, question).timeMs > 0);
  const unnoticed: number[] = [];
  for (let at = 0; at < token.length; at += 1) {
    const copy = Uint8Array.from(token);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    try {
      readTimeStamp(copy, question);
      unnoticed.push(at);
    } catch (error) {
      assert.ok(error instanceof TimeStampError, String(error));
    }
  }
  // Therefore the signer vouches for every byte: the token's signature does not cover digestAlgorithms and unneeded
  // certificates.
  assert.ok(unnoticed.length > 0 && unnoticed.length < token.length / 2, String(unnoticed.length));
});

test('an invalid answer is refused with an explanation', { skip }, async () => {
  const token = (request: Uint8Array) => forgeToken(authority ?? assert.fail(), request);
  const answers: [(request: Uint8Array) => Uint8Array, RegExp][] = [
    [() => new Uint8Array(), /Invalid time-stamp response/],
    [() => Buffer.from('<html>no</html>'), /Invalid time-stamp response/],
    [(request) => token(request), /Invalid time-stamp response/],
    [(request) => Buffer.concat([responseOf(token(request)), Buffer.of(0)]), /Invalid time-stamp response/],
    [() => responseOf(null), /sent no token/],
    [() => responseOf(null, 2), /rejected the request: rejection: as it pleases/],
    [(request) => responseOf(token(request), 3), /rejected the request: waiting/],
    [() => responseOf(sequence()), /Invalid time-stamp response|Malformed/u],
  ];
  for (const [answer, reason] of answers) {
    await assert.rejects(
      stampedBy(answer),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
      String(reason),
    );
  }
});
