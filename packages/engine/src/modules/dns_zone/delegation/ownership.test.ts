import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { Registration } from '../../../evidence/registration.ts';
import { exampleZone, exampleZoneBehind, zoneReplies } from '../../../evidence/zone/example.ts';
import { evidenceOf, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsNsProviderUnclaimed, dnsNsUnregistered } from './ownership.ts';

const owned = (status: Registration['status'], proof: Registration['proof']): Given => ({
  names: { 'ns2.site.lab': { registrable: 'gone.lab', registered: seen({ domain: 'gone.lab', status, proof }) } },
});
const refused = { replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused };
const there = { name: 'ns1.digitalocean.com' };
const lost = { ...there, ...refused };

const rows: readonly Row<Given>[] = [
  [dnsNsUnregistered, 'registered domains', {}, 'pass'],
  [dnsNsUnregistered, 'a free domain', owned('unregistered', 'registry'), 'fail', /gone\.lab seems to be unregistered/],
  [dnsNsUnregistered, 'a zone that does not exist', owned('unregistrable', 'resolver'), 'pass'],
  [
    dnsNsUnregistered,
    'a closed suffix alone, where nobody can register a domain',
    { names: Object.fromEntries(['ns1.site.lab', 'ns2.site.lab'].map((name) => [name, { registrable: null }])) },
    'pass',
  ],
  [dnsNsUnregistered, 'a domain on hold', owned('registered', 'registry'), 'informational', /on hold/],
  [dnsNsUnregistered, 'no usable answer', owned('unknown', 'resolver'), 'inconclusive'],
  [
    dnsNsUnregistered,
    'not asked',
    { names: { 'ns2.site.lab': { registered: unseen('timeout', 'no-address') } } },
    'inconclusive',
  ],
  [dnsNsUnregistered, 'no names', { zone: exampleZone({ changes: { serverNames: [] } }) }, 'inconclusive'],
  [dnsNsProviderUnclaimed, 'servers of its own', {}, 'not-applicable'],
  [dnsNsProviderUnclaimed, 'the provider answers', { servers: servers(there, there) }, 'pass'],
  [
    dnsNsProviderUnclaimed,
    'the provider refuses',
    { servers: servers(lost, lost) },
    'fail',
    /DigitalOcean.*do not have/,
  ],
  [dnsNsProviderUnclaimed, 'one server of the provider answers', { servers: servers(lost, there) }, 'pass'],
  [
    dnsNsProviderUnclaimed,
    'a zone of an underscore name',
    { zone: { ...exampleZone({ servers: servers(lost, lost) }), name: '_acme-challenge.site.lab' } },
    'not-applicable',
  ],
  [dnsNsProviderUnclaimed, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
];

testRows(rows);

test('confidence depends on the proof, and on whether other servers work', () => {
  const confidence = (check: typeof dnsNsUnregistered, given: Given) =>
    draftsOf(check.evaluate(evidenceOf(given))).map((draft) => ('confidence' in draft ? draft.confidence : undefined));
  assert.deepEqual(confidence(dnsNsUnregistered, owned('unregistered', 'registry')), ['confirmed']);
  assert.deepEqual(confidence(dnsNsUnregistered, owned('unregistered', 'name-servers')), ['firm']);
  assert.deepEqual(confidence(dnsNsUnregistered, owned('unregistered', 'resolver')), ['potential']);
  assert.deepEqual(confidence(dnsNsProviderUnclaimed, { servers: servers(lost, lost) }), ['potential']);
  assert.deepEqual(confidence(dnsNsProviderUnclaimed, { servers: servers(lost, lost, null, null) }), ['firm']);
});
