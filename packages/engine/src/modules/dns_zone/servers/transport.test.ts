import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../../catalogue/testing/rows.ts';
import { unseen } from '../../../evidence/observed.ts';
import { exampleZoneBehind, zoneReplies } from '../../../evidence/zone/example.ts';
import { everyServer, evidenceOf, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsAaaaBroken, dnsNsTcp } from './transport.ts';

const refused = { replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused };
const nothing = { udp: unseen('unreachable', 'no-address'), tcp: unseen('unreachable', 'no-address'), battery: {} };

const rows: readonly Row<Given>[] = [
  [dnsNsTcp, 'all answer', {}, 'pass'],
  [dnsNsTcp, 'one is silent', { servers: servers({ tcp: 'silent' }) }, 'fail', /192\.0\.2\.53.*not over TCP/],
  [dnsNsTcp, 'one refuses', { servers: servers({ tcp: zoneReplies.refused }) }, 'fail', /REFUSED/],
  [
    dnsNsTcp,
    'our budget ended',
    { servers: servers({ changes: { tcp: unseen('budget', 'questions-used-up', 300) } }) },
    'inconclusive',
    /used up/,
  ],
  [dnsNsTcp, 'none serves the zone', { servers: everyServer(refused) }, 'not-applicable'],
  [dnsNsTcp, 'no route', { servers: everyServer({ changes: nothing }) }, 'inconclusive'],
  [dnsNsTcp, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
  [dnsAaaaBroken, 'all answer', {}, 'pass'],
  [dnsAaaaBroken, 'one drops AAAA', { servers: servers({ replies: { AAAA: 'silent' } }) }, 'fail', /without an answer/],
  [dnsAaaaBroken, 'one fails', { servers: servers({ replies: { AAAA: zoneReplies.servfail } }) }, 'fail', /SERVFAIL/],
  [
    dnsAaaaBroken,
    'one denies the name',
    { servers: servers({ replies: { AAAA: zoneReplies.nxdomain } }) },
    'fail',
    /NXDOMAIN/,
  ],
  [
    dnsAaaaBroken,
    'A is not answered either',
    { servers: servers({ replies: { A: 'silent', AAAA: 'silent' } }) },
    'inconclusive',
  ],
];

testRows(rows);

test('a time without an answer proves less than an answer that is wrong', () => {
  const sureOf = (check: typeof dnsNsTcp | typeof dnsAaaaBroken, change: Parameters<typeof everyServer>[0]) => {
    const outcome = check.evaluate(evidenceOf({ servers: servers(change) }));
    return outcome.outcome === 'fail' ? outcome.findings.map(({ confidence = 'confirmed' }) => confidence) : null;
  };
  assert.deepEqual(sureOf(dnsNsTcp, { tcp: 'silent' }), ['firm']);
  assert.deepEqual(sureOf(dnsNsTcp, { tcp: zoneReplies.refused }), ['confirmed']);
  assert.deepEqual(sureOf(dnsAaaaBroken, { replies: { AAAA: 'silent' } }), ['firm']);
  assert.deepEqual(sureOf(dnsAaaaBroken, { replies: { AAAA: zoneReplies.servfail } }), ['confirmed']);
});
