import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeMessage, encodeMessage } from '@perimeter/protocols/dns/message';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { hostilities } from './all.ts';
import { dnsHostilities, hostileReply } from './dns.ts';

const ask = (kind: string): Buffer | undefined =>
  hostileReply(Buffer.from(encodeMessage(buildQuery({ id: 7, name: `www.${kind}.hostile-dns.lab`, type: 1 }))));

const malformed = [
  'garbage',
  'half-header',
  'huge-counts',
  'pointer-to-itself',
  'pointer-pair',
  'pointer-ahead',
  'long-name',
  'long-rdata',
];

for (const kind of malformed) {
  test(`the reply ${kind} cannot be decoded`, () => {
    const reply = ask(kind);
    assert.ok(reply);
    assert.throws(() => decodeMessage(reply));
  });
}

test('well-formed replies with false content can be decoded', () => {
  for (const kind of ['wrong-id', 'wrong-question', 'no-response', 'always-truncated', 'endless-alias']) {
    const reply = ask(kind);
    assert.ok(reply && decodeMessage(reply), kind);
  }
});

test('an endless alias is a different name each time', () => {
  assert.notDeepEqual(ask('endless-alias'), ask('endless-alias'));
});

test('silent names, unknown names and invalid queries get no reply', () => {
  assert.equal(ask('silent'), undefined);
  assert.equal(ask('friendly'), undefined);
  assert.equal(hostileReply(Buffer.from([1, 2, 3])), undefined);
  assert.ok(Object.keys(dnsHostilities).length > 12);
});

test('there are thirty kinds of hostile name servers and forty of hostile web servers', () => {
  assert.ok(Object.keys(dnsHostilities).length >= 30);
  assert.ok(Object.values(hostilities).filter(({ layer }) => layer === 'http').length >= 40);
});
