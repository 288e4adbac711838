import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDmarc } from '@perimeter/protocols/dmarc/record';
import type { DmarcRecords } from './facts.ts';
import { againstNone } from './written-policies.ts';

type Read = Parameters<typeof againstNone>[0];

const below = (tags: string): Read => {
  const record = parseDmarc(`v=DMARC1; ${tags}; rua=mailto:d@site.lab`);
  const dmarc: Partial<DmarcRecords['dmarc']> = { policyDomain: 'site.lab', record };
  const read: Partial<DmarcRecords> = { domain: 'shop.site.lab', registrableDomain: 'site.lab', role: 'mail' };
  return { ...read, dmarc } as Read;
};

test('the step against none names the tag of the record above that lets mail of the subdomain through', () => {
  assert.deepEqual(againstNone(below('p=reject; sp=none')), {
    why: ', by sp=none in the record of site.lab',
    expected: 'sp=quarantine, then sp=reject there, or a record of its own at _dmarc.shop.site.lab',
  });
  assert.match(againstNone(below('p=none')).expected, /^p=quarantine, then p=reject there, or/);
});
