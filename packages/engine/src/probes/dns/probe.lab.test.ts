import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dnssecPath } from '../../evidence/dns/dnssec-path.ts';
import type { DnsEvidence } from '../../evidence/dns/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { labContext } from '../testing/lab-context.ts';
import { dnsProbe } from './probe.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? false : 'PERIMETER_LAB is not 1: run it inside the lab';

/** The DNS evidence of a lab domain, over the lab's resolver. */
async function snapshotOf(domain: string): Promise<DnsEvidence> {
  const { evidence } = await dnsProbe.run(labContext(domain), {});
  return evidence;
}

const answerOf = ({ answers }: DnsEvidence, name: string, type: string) =>
  answers.find((answer) => answer.name === name && answer.type === type);

const verdicts: [domain: string, status: string, clause: RegExp][] = [
  ['good.lab', 'secure', /good\.lab: A signed with ECDSAP256SHA256/],
  ['www.good.lab', 'secure', /www\.good\.lab: A signed with ECDSAP256SHA256/],
  ['rsa.lab', 'secure', /A signed with RSASHA256/],
  ['rsa1.lab', 'secure', /A signed with RSASHA1/],
  ['p384.lab', 'secure', /A signed with ECDSAP384SHA384/],
  ['ed25519.lab', 'secure', /A signed with ED25519/],
  ['ed448.lab', 'secure', /A signed with ED448/],
  ['bogus.lab', 'bogus', /bogus\.lab: no DNSKEY matches the DS/],
  ['expired.lab', 'bogus', /DNSKEY signature expired on 2020-[^\n]*$/],
  ['insecure.lab', 'insecure', /insecure\.lab: no DS record in lab$/],
  ['bad.lab', 'insecure', /bad\.lab: no DS record in lab$/],
];

for (const [domain, status, clause] of verdicts) {
  test(`the chain of ${domain} is ${status}, and its records are present`, { skip }, async () => {
    const evidence = await snapshotOf(domain);
    const path = dnssecPath(evidence.dnssec.steps).join('\n');
    assert.equal(evidence.dnssec.status, status, path);
    assert.match(path, clause);
    const a = answerOf(evidence, domain, 'A');
    assert.deepEqual([a?.status, a?.security], ['answer', status]);
    assert.deepEqual(evidence.resolver, { dnssecAware: seen(true), validates: seen(true) });
  });
}

test('the records of good.lab are read in presentation format', { skip }, async () => {
  const evidence = await snapshotOf('good.lab');
  const data = (type: string, name = 'good.lab'): string[] | undefined =>
    answerOf(evidence, name, type)?.records.map((record) => record.data);
  assert.deepEqual(data('A'), ['203.0.113.101']);
  assert.deepEqual(data('MX'), ['10 mail.good.lab']);
  assert.deepEqual(data('TXT'), ['"v=spf1 mx -all"']);
  assert.deepEqual(data('NS'), ['ns1.nic.lab', 'ns2.nic.lab']);
  assert.deepEqual(data('CAA')?.toSorted(), [
    '0 iodef "mailto:security@good.lab"',
    '0 issue "pki.lab"',
    '0 issuewild ";"',
  ]);
  assert.match(data('HTTPS')?.[0] ?? '', /^1 \. alpn=h2,http\/1\.1 ipv4hint=203\.0\.113\.101 ipv6hint=2001:db8:113::/);
  assert.match(data('DS')?.[0] ?? '', /^\d+ 13 2 [0-9A-F]{64}$/);
  assert.equal(answerOf(evidence, 'good.lab', 'A')?.signatures?.length, 1);
});

test('the whole DNS evidence of a domain takes at most 30 queries', { skip }, async () => {
  const { queriesSent } = await snapshotOf('good.lab');
  assert.ok(queriesSent <= 30, String(queriesSent));
});

test('alias loops are followed link by link', { skip }, async () => {
  const { followedAliases } = await snapshotOf('cname-loop.lab');
  assert.deepEqual(followedAliases, [
    { name: 'cname-loop.lab', chain: ['www.cname-loop.lab', 'cname-loop.lab'] },
    { name: 'www.cname-loop.lab', chain: ['cname-loop.lab', 'www.cname-loop.lab'] },
  ]);
});
