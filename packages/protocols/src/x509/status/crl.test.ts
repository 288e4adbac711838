import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { ProtocolError, protocolErrorText } from '../../protocol-error.ts';
import { decodeCrl, findRevoked, holdsTwice } from './crl.ts';
import * as der from '../../der/writer.ts';
import { ext } from '../testing/certificate-writer.ts';
import { listContent, type ListContent, writeList } from '../testing/list-writer.ts';
import { timeOf } from '../testing/odd-values.ts';
import { revocationVectors } from '../testing/revocation-vectors.data.ts';

const bytesOf = (name: keyof typeof revocationVectors): Uint8Array =>
  new Uint8Array(Buffer.from(revocationVectors[name], 'base64'));
const list = (name: keyof typeof revocationVectors) => decodeCrl(bytesOf(name));

test('a list has an issuer, dates, and a signature by its key', () => {
  const { issuer, thisUpdate, nextUpdate, signed, signature, delta, scope, authorityKeyId } = list('crl');
  assert.equal(issuer.text, 'CN=Vector CA');
  assert.equal(thisUpdate, Date.parse('2026-11-21T14:55:35Z') / 1000);
  assert.equal(nextUpdate, thisUpdate + 7 * 86_400);
  assert.deepEqual([delta, scope], [false, null]);
  assert.equal(authorityKeyId?.length, 20);
  assert.equal(verify('sha256', signed, new X509Certificate(bytesOf('authority')).publicKey, signature), true);
});

test('a revoked certificate is found with date and reason, others are not', () => {
  const revokedAt = Date.parse('2026-11-21T14:55:35Z') / 1000;
  assert.deepEqual(findRevoked(list('crl'), Uint8Array.of(10, 3)), { revokedAt, reason: 'keyCompromise' });
  assert.equal(findRevoked(list('crl'), Uint8Array.of(10, 1)), null);
  assert.equal(findRevoked(list('crlEmpty'), Uint8Array.of(10, 3)), null);
});

test('partial lists say what they are about', () => {
  assert.equal(list('crlDelta').delta, true);
  assert.equal(list('crlIndirect').scope?.indirect, true);
  const { scope } = list('crlScoped');
  assert.equal(scope?.onlyUserCertificates, true);
  assert.equal(scope?.indirect, false);
  assert.deepEqual(scope?.names, [{ type: 'uri', text: 'http://crl.example/1.crl' }]);
});

test('cut or changed lists throw nothing but ProtocolError', () => {
  const whole = bytesOf('crlScoped');
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (offset, octet, cut) => {
      const changed = Uint8Array.from(whole);
      changed[offset] = octet;
      try {
        findRevoked(decodeCrl(cut ? changed.subarray(0, offset) : changed), Uint8Array.of(1));
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 400 },
  );
});

test('a walk over hostile entries ends', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (entries) => {
      try {
        findRevoked({ entries }, Uint8Array.of(1));
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 400 },
  );
});

const made = (changes: Partial<ListContent>) => decodeCrl(writeList({ ...listContent('CN=I'), ...changes }));
const five = der.integer(5);

const breaches: readonly [said: string[], changes: Partial<ListContent>][] = [
  [[], {}],
  [['A list of version 1, not 2', 'cRLNumber is missing'], { version: 1, extensions: [] }],
  [['cRLNumber is missing'], { extensions: [] }],
  [['cRLNumber is critical'], { extensions: [ext('2.5.29.20', five, true)] }],
  [['nextUpdate is missing'], { nextUpdate: null }],
  [['A date before 2050 is written as GeneralizedTime'], { nextUpdate: timeOf('2026-12-20T00:00:00Z', 'generalized') }],
];

for (const [said, changes] of breaches)
  test(`a list by the letter: ${said.join(' and ') || 'nothing to say'}`, () => {
    assert.deepEqual(made(changes).breaches.map(protocolErrorText), said);
  });

test('a serial number that stands twice in a list is found', () => {
  assert.equal(holdsTwice(made({ serials: [five, der.integer(6), five] })), true);
  assert.equal(holdsTwice(made({ serials: [five, der.integer(6)] })), false);
  assert.equal(holdsTwice(made({})), false);
});
