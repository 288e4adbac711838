import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { DerReader, tags } from '../der/reader.ts';
import {
  bitString,
  constructed,
  encodeDer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
  utf8String,
} from '../der/writer.ts';
import { encodeAttribute, readAttributes } from '../cms/attributes.ts';
import { decodeSignedData } from '../cms/signed-data.ts';
import { decodeTimeStampInfo } from './info.ts';
import { decodeTimeStampResponse, encodeTimeStampRequest } from './request.ts';
import { decodeTimeStampToken } from './token.ts';

const small = (value: number): Uint8Array => unsignedInteger(Uint8Array.of(value));
const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue);
const imprint = sequence(sha256, octetString(new Uint8Array(32)));
const genTime = (text: string): Uint8Array => encodeDer(tags.generalizedTime, new TextEncoder().encode(text));
const info = (time: string, ...more: Uint8Array[]): Uint8Array =>
  sequence(small(1), objectIdentifier('1.2.3'), imprint, small(5), genTime(time), ...more);

test('a request has version, imprint, policy, nonce and the wish for a certificate, in this order', () => {
  const request = encodeTimeStampRequest({
    imprint: new Uint8Array(32),
    nonce: Uint8Array.of(0x80, 1),
    policy: '1.2.3',
  });
  const reader = DerReader.of(request).enter(tags.sequence, 'request');
  assert.equal(reader.small('version', 9), 1);
  assert.deepEqual(reader.any().der, imprint);
  assert.equal(reader.objectIdentifier('policy'), '1.2.3');
  assert.deepEqual([...reader.integer('nonce')], [0, 0x80, 1]);
  assert.equal(reader.boolean('certReq'), true);
  assert.ok(reader.done);
});

test('the time of a token is read to the millisecond, in Zulu only, and never one that is none', () => {
  const at = (text: string): number => decodeTimeStampInfo(info(text)).timeMs;
  assert.equal(at('20260507101112Z'), Date.UTC(2026, 4, 7, 10, 11, 12));
  assert.equal(at('20260507101112.5Z'), Date.UTC(2026, 4, 7, 10, 11, 12, 500));
  assert.equal(at('20260507101112.034567Z'), Date.UTC(2026, 4, 7, 10, 11, 12, 34));
  assert.equal(at('20240229235959Z'), Date.UTC(2024, 1, 29, 23, 59, 59));
  for (const wrong of [
    '20260507101112',
    '20260507101112+0100',
    '202605071011Z',
    '20260507101112.50Z',
    '20260507101112.Z',
    '20250229000000Z',
    '20261301000000Z',
    '20260507240000Z',
    '20260507101160Z',
    '20260507101112,5Z',
  ])
    assert.throws(() => at(wrong), ProtocolError, wrong);
});

test('accuracy, ordering, nonce, authority and extensions may be there, and nothing behind them', () => {
  const extension = sequence(sequence(objectIdentifier('1.2.3'), octetString(Uint8Array.of(5, 0))));
  const whole = info(
    '20260507101112Z',
    sequence(small(1)),
    encodeDer(tags.boolean, Uint8Array.of(0xff)),
    small(9),
    constructed(0, constructed(4, sequence())),
    constructed(1, extension.subarray(2)),
  );
  assert.deepEqual([...(decodeTimeStampInfo(whole).nonce ?? [])], [9]);
  assert.throws(() => decodeTimeStampInfo(info('20260507101112Z', small(9), small(9))), ProtocolError);
  assert.throws(() => decodeTimeStampInfo(new Uint8Array([...whole, 0])), ProtocolError);
});

test('a response says what became of the request', () => {
  const response = sequence(
    sequence(small(2), sequence(utf8String('not today')), bitString(Uint8Array.of(0x20, 0x03), 0)),
  );
  assert.deepEqual(decodeTimeStampResponse(response), {
    status: 'rejection',
    text: 'not today',
    failures: ['badRequest', 'timeNotAvailable', 'unacceptedPolicy'],
    token: null,
  });
  assert.deepEqual(decodeTimeStampResponse(sequence(sequence(small(0)), sequence())).token, sequence());
  assert.throws(() => decodeTimeStampResponse(sequence(sequence(small(6)))), ProtocolError);
});

test('an attribute that is there twice, or has two values, is refused', () => {
  const attribute = encodeAttribute('1.2.3', small(1));
  const read = (...attributes: Uint8Array[]) => {
    const set = setOf(...attributes);
    return readAttributes(DerReader.of(set).enter(tags.set, 'set'), 'attributes');
  };
  assert.deepEqual(read(attribute), [{ oid: '1.2.3', value: small(1) }]);
  assert.throws(() => read(attribute, attribute), ProtocolError);
  assert.throws(() => read(sequence(objectIdentifier('1.2.3'), setOf(small(1), small(2)))), ProtocolError);
  assert.throws(() => read(sequence(objectIdentifier('1.2.3'), setOf())), ProtocolError);
});

const decoders = [decodeTimeStampToken, decodeTimeStampInfo, decodeTimeStampResponse, decodeSignedData];

test('nothing but ProtocolError is thrown for any octets', () => {
  const seeds = [info('20260507101112Z', small(9)), sequence(sequence(small(0)), sequence())];
  const mutated = fc
    .record({ seed: fc.constantFrom(...seeds), at: fc.nat(200), to: fc.nat(255), cut: fc.nat(200) })
    .map(({ seed, at, to, cut }) => {
      const copy = Uint8Array.from(seed);
      copy[at % copy.length] = to;
      return copy.subarray(0, Math.max(1, copy.length - (cut % 7)));
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (bytes) => {
      for (const decode of decoders) {
        try {
          decode(bytes);
        } catch (error) {
          assert.ok(error instanceof ProtocolError, String(error));
        }
      }
    }),
    { numRuns: 500 },
  );
});
