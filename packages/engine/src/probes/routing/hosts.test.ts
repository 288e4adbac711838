import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { detailOf } from '../../evidence/failure-text.ts';
import { dataOf } from './hosts.ts';

const refused: DnsAnswer = {
  name: 'www.site.lab',
  type: 'AAAA',
  status: 'refused',
  authenticated: false,
  transport: 'udp',
  cnames: [],
  records: [],
  extendedErrors: [],
};

test('an error answer is reported as an error, not as an unreadable answer', () => {
  const found = dataOf(refused, 'AAAA');
  assert.equal(found.known ? '' : detailOf(found.failure), 'The resolver answered refused');
});
