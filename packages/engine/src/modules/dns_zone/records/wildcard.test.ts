import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleZone, zoneRecord, zoneReplyWith } from '../../../evidence/zone/example.ts';
import type { ZoneEvidence } from '../../../evidence/zone/schema.ts';
import { everyServer, evidenceOf, type Given, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsWildcard, dnsWildcardMxTxt } from './wildcard.ts';

const byResolver = (over: Partial<ZoneEvidence['wildcard']>): Given => ({
  changes: { wildcard: { ...exampleZone().wildcard, ...over } },
});
/** The name servers answer for a random name, with these addresses. */
const served = (...addresses: string[]): Given => ({
  servers: everyServer({
    replies: {
      'missing-name': zoneReplyWith({ answer: addresses.map((one) => zoneRecord('perimeter-1.site.lab', 'A', one)) }),
    },
  }),
});
const wild = (over: Partial<ZoneEvidence['wildcard']>): Given => ({
  ...byResolver(over),
  ...served(...(over.address?.known === true ? over.address.value.flat() : [])),
});
const gap = unseen('timeout', 'no-address');
const root: Given = { changes: { name: '.' } };

const rows: readonly Row<Given>[] = [
  [dnsWildcardMxTxt, 'none', {}, 'pass'],
  [
    dnsWildcardMxTxt,
    'a wildcard MX',
    wild({ mx: seen(['10 mail.site.lab']) }),
    'fail',
    /\*\.site\.lab MX 10[^]*dns:\*\.site\.lab\?type=MX/,
  ],
  [dnsWildcardMxTxt, 'a wildcard null MX', wild({ mx: seen(['0 .']) }), 'pass'],
  [
    dnsWildcardMxTxt,
    'a wildcard TXT at _dmarc',
    wild({ txt: seen(['v=spf1 mx -all']), atDmarc: seen(['v=spf1 mx -all']) }),
    'fail',
    /_dmarc\.site\.lab/,
  ],
  [
    dnsWildcardMxTxt,
    'a wildcard TXT at _domainkey, where no policy belongs',
    wild({ txt: seen(['v=spf1 mx -all']), atDomainkey: seen(['v=spf1 mx -all']) }),
    'fail',
    /_domainkey\.site\.lab, below which receivers look for DKIM keys/,
  ],
  [
    dnsWildcardMxTxt,
    'a wildcard that forbids senders below a domain',
    wild({ txt: seen(['v=spf1 -all']), atDmarc: seen(['V=spf1 -ALL']), atDomainkey: seen(['v=spf1 -all']) }),
    'pass',
    /says that names below the domain send no mail/,
  ],
  [
    dnsWildcardMxTxt,
    'another wildcard TXT beside it',
    wild({ txt: seen(['v=spf1 -all', 'x']), atDmarc: seen(['v=spf1 -all', 'x']) }),
    'fail',
    /_dmarc\.site\.lab TXT x\n(?!.*spf1)/,
  ],
  [
    dnsWildcardMxTxt,
    'one wildcard TXT at both',
    wild({ txt: seen(['x']), atDmarc: seen(['x']), atDomainkey: seen(['x']) }),
    'fail',
    /at _dmarc\.site\.lab, .*, and at _domainkey\.site\.lab[^]*dig TXT _dmarc\.site\.lab; dig TXT _domainkey/,
  ],
  [
    dnsWildcardMxTxt,
    'a policy of its own beside a wildcard',
    wild({ txt: seen(['v=spf1 -all']), atDmarc: seen(['v=DMARC1; p=reject']) }),
    'pass',
  ],
  [dnsWildcardMxTxt, 'no answer', wild({ txt: gap }), 'inconclusive'],
  [dnsWildcardMxTxt, 'the root zone', root, 'not-applicable'],
  [dnsWildcard, 'none', {}, 'pass'],
  [
    dnsWildcard,
    'addresses for every name',
    wild({ address: seen([['192.0.2.80'], [], []]) }),
    'informational',
    /192\.0\.2\.80/,
  ],
  [
    dnsWildcard,
    'addresses by a resolver that rewrites what the name servers deny',
    byResolver({ address: seen([['198.51.100.1'], ['198.51.100.1'], ['198.51.100.1']]) }),
    'inconclusive',
    /which every name server of site\.lab denies/,
  ],
  [
    dnsWildcardMxTxt,
    'texts by such a resolver',
    byResolver({ txt: seen(['x']), atDmarc: seen(['x']) }),
    'inconclusive',
    /denies/,
  ],
  [
    dnsWildcard,
    'addresses that the resolver hides',
    served('192.0.2.80'),
    'informational',
    /perimeter-1\.site\.lab 192\.0\.2\.80/,
  ],
  [
    dnsWildcard,
    'addresses by the resolver, where no name server was heard',
    {
      ...byResolver({ address: seen([['192.0.2.80'], [], []]) }),
      servers: everyServer({ replies: { 'missing-name': 'silent' } }),
    },
    'informational',
  ],
  [dnsWildcard, 'no answer', wild({ address: gap }), 'inconclusive'],
];

testRows(rows);

test('a wildcard TXT record is one finding, however many names it answers for', () => {
  const given = wild({ txt: seen(['x']), atDmarc: seen(['x']), atDomainkey: seen(['x']) });
  assert.equal(draftsOf(dnsWildcardMxTxt.evaluate(evidenceOf(given))).length, 1);
});
