import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { chaosClass } from './record.ts';
import { ProtocolError } from '../protocol-error.ts';
import { ednsFlagsOf, extendedErrorOptionOf, extendedErrorsOf, queryEdns } from './edns.ts';
import { toUpperHex } from './encodings.ts';
import { decodeMessage, encodeMessage, flagsOf, headerFlags, type Message } from './message.ts';
import { buildQuery, mixCase } from './query.ts';
import { parseRdata } from './rdata.ts';

const answerTo = (query: Message, over: Partial<Message> = {}): Message => ({
  ...query,
  flags: flagsOf({ response: true, recursionAvailable: true }),
  ...over,
});

test('a query carries its question, RD, AD, CD and EDNS with DO and 1232 octets', () => {
  const bytes = encodeMessage(buildQuery({ id: 0x1234, name: 'Good.lab', type: 1, checkingDisabled: true }));
  assert.equal(toUpperHex(bytes), '12340130000100000000000104476F6F64036C6162000001000100002904D0000080000000');
});

test('repeated owners become pointers, and are decoded completely', () => {
  const query = buildQuery({ id: 1, name: 'www.good.lab', type: 1 });
  const record = (name: string, type: number, data: string) => ({
    name,
    type,
    class: 1,
    ttl: 60,
    rdata: parseRdata(type, data),
  });
  const message = answerTo(query, {
    answers: [record('www.good.lab', 5, 'good.lab'), record('good.lab', 1, '203.0.113.101')],
    authorities: [record('.', 2, 'ns.lab')],
  });
  const bytes = encodeMessage(message);
  assert.deepEqual(decodeMessage(bytes), message);
  assert.ok(toUpperHex(bytes).includes('C00C00050001'));
});

test('the response code has twelve bits with EDNS', () => {
  const message = answerTo(buildQuery({ id: 1, name: 'a', type: 1 }), { responseCode: 23 });
  const decoded = decodeMessage(encodeMessage(message));
  assert.equal(decoded.responseCode, 23);
  assert.equal(decoded.edns?.extendedResponseCode, 1);
});

test('Extended DNS Errors are read, without their final NUL, and a cut-off one is passed over', () => {
  const options = [
    extendedErrorOptionOf({ code: 6, text: 'bogus\0' }),
    extendedErrorOptionOf({ code: 9, text: '' }),
    { code: 15, data: Uint8Array.of(1) },
  ];
  const message = answerTo(buildQuery({ id: 1, name: 'a', type: 1 }), { edns: queryEdns(true, options) });
  assert.deepEqual(extendedErrorsOf(decodeMessage(encodeMessage(message)).edns), [
    { code: 6, text: 'bogus' },
    { code: 9, text: '' },
  ]);
  assert.deepEqual(extendedErrorsOf(null), []);
});

test('bytes left over, bytes missing and two OPT records are refused', () => {
  const bytes = encodeMessage(buildQuery({ id: 1, name: 'a', type: 1 }));
  assert.throws(() => decodeMessage(Uint8Array.from([...bytes, 0])), ProtocolError);
  for (let length = 0; length < bytes.length; length++)
    assert.throws(() => decodeMessage(bytes.subarray(0, length)), ProtocolError);
  const opt = bytes.subarray(-11);
  const two = Uint8Array.from([...bytes, ...opt]);
  two[11] = 2;
  assert.throws(() => decodeMessage(two), /More than one OPT/);
});

test('the reserved bit and the flags besides DO are kept as received', () => {
  const [query, edns] = [
    buildQuery({ id: 1, name: 'a', type: 1, class: chaosClass }),
    { ...queryEdns(true), otherFlags: 0x40 },
  ];
  const message = { ...query, flags: flagsOf({ reserved: true }), edns };
  const bytes = encodeMessage(message);
  assert.equal((bytes[3] ?? 0) & 0x40, 0x40);
  assert.deepEqual(decodeMessage(bytes), message);
  assert.equal(ednsFlagsOf(edns), 0x8040);
});

test('mixed case changes letters only', () => {
  assert.equal(
    mixCase('a1-b.\\001', () => 1),
    'A1-B.\\001',
  );
  assert.equal(
    mixCase('A1-B', () => 0),
    'a1-b',
  );
});

const name = fc
  .array(fc.stringMatching(/^[a-z0-9_-]{1,12}$/), { maxLength: 6 })
  .map((labels) => labels.join('.') || '.');
const question = fc.record({ name, type: fc.nat(0xffff), class: fc.nat(0xffff) });
// Types that no layout knows keep any RDATA; OPT is not a record.
const record = fc.record({
  name,
  type: fc.integer({ min: 1000, max: 0xffff }),
  class: fc.nat(0xffff),
  ttl: fc.nat(0xffff_ffff),
  rdata: fc.uint8Array({ maxLength: 40 }),
});
const flags = fc.record(Object.fromEntries(Object.keys(headerFlags).map((flag) => [flag, fc.boolean()]))).map(flagsOf);

test('any message survives encoding and decoding', () => {
  const message = fc.record({
    id: fc.nat(0xffff),
    opcode: fc.nat(15),
    flags,
    responseCode: fc.nat(15),
    questions: fc.array(question, { maxLength: 2 }),
    answers: fc.array(record, { maxLength: 4 }),
    authorities: fc.array(record, { maxLength: 2 }),
    additionals: fc.array(record, { maxLength: 2 }),
    edns: fc.option(
      fc.record(
        {
          udpBytes: fc.nat(0xffff),
          extendedResponseCode: fc.constant(0),
          version: fc.nat(255),
          dnssecOk: fc.boolean(),
          otherFlags: fc.integer({ min: 1, max: 0x7fff }),
          options: fc.array(fc.record({ code: fc.nat(0xffff), data: fc.uint8Array({ maxLength: 20 }) }), {
            maxLength: 3,
          }),
        },
        { requiredKeys: ['udpBytes', 'extendedResponseCode', 'version', 'dnssecOk', 'options'] },
      ),
    ),
  });
  fc.assert(
    fc.property(message, (value) => assert.deepEqual(decodeMessage(encodeMessage(value)), structuredClone(value))),
    { numRuns: 300 },
  );
});

test('decoding any bytes throws nothing but ProtocolError', () => {
  const body = fc.uint8Array({ maxLength: 200 });
  const counts = fc.array(fc.constantFrom(0, 1, 2), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(counts, body, (sections, rest) => {
      try {
        decodeMessage(Uint8Array.from([0, 1, 0x81, 0x80, ...sections.flatMap((count) => [0, count]), ...rest]));
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 500 },
  );
});

test('damaging a good message throws nothing but ProtocolError', () => {
  const bytes = encodeMessage(
    answerTo(buildQuery({ id: 1, name: 'www.good.lab', type: 15 }), {
      answers: [{ name: 'www.good.lab', type: 15, class: 1, ttl: 60, rdata: parseRdata(15, '10 mail.good.lab') }],
    }),
  );
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      try {
        decodeMessage(bytes.with(at, value));
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 500 },
  );
});
