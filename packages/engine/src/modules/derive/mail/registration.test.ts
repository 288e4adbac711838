import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Registration } from '../../../evidence/registration.ts';
import { judgeOwners } from './registration.ts';

type Status = Registration['status'];
const judge = (domain: string, status: Status, answers?: Registration['answers']) =>
  judgeOwners([{ registration: { domain, status, proof: 'registry', ...(answers && { answers }) } }], {
    free: () => ({ description: 'free', evidence: ['record', 'Reproduce: dig NS x'] }),
    held: () => ({ description: 'held', evidence: 'record' }),
  });

/** Names that cannot be registered, in every form of reference. */
const nobodys = [
  '0.2',
  '2.1',
  'vendor.test',
  'printer.local',
  'example.com',
  'xyz.onion',
  'home.arpa',
  'corp.internal',
  'co.uk',
  'a_b.com',
  'none.gov',
];
for (const domain of nobodys)
  test(`${domain} cannot be registered and is never a finding`, () =>
    assert.equal(judge(domain, 'unregistered'), null));

const rows: readonly (readonly [Status, string | undefined])[] = [
  ['unregistered', 'fail'],
  ['registered', 'informational'],
  ['unknown', 'inconclusive'],
  ['unregistrable', undefined],
];
for (const [status, outcome] of rows)
  test(`a domain that is ${status}: ${outcome ?? 'nothing'}`, () =>
    assert.equal(judge('gone.lab', status)?.outcome, outcome));

test('a finding quotes resolver, signed denial, parent zone and registry before its commands', () => {
  const verdict = judge('gone.lab', 'unregistered', {
    denial: { zone: 'lab', kind: 'nsec3' },
    parent: [{ server: 'a.lab-servers', address: '192.0.2.1', rcode: 3 }],
    registry: { url: 'https://rdap.lab/domain/gone.lab', status: 404 },
  });
  assert.equal(verdict?.outcome, 'fail');
  assert.deepEqual(verdict.drafts[0].evidence.split('\n'), [
    'record',
    '; gone.lab. NS: NXDOMAIN',
    '; gone.lab. NS: NXDOMAIN, by a signed proof (nsec3) of the zone lab',
    '; gone.lab. NS: NXDOMAIN from a.lab-servers (192.0.2.1), a name server of the zone above',
    'GET https://rdap.lab/domain/gone.lab: 404',
    'Reproduce: dig NS x',
  ]);
});
