import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { type DnssecEvidence, dnssecEvidence } from '../../evidence/dnssec/schema.ts';
import { labContext } from '../testing/lab-context.ts';
import { dnssecProbe } from './probe.ts';

/** The probe's evidence of a lab domain. */
async function seenOf(domain: string): Promise<DnssecEvidence> {
  const { evidence } = await dnssecProbe.run(labContext(domain), {});
  assert.deepEqual(dnssecEvidence.parse(evidence), evidence);
  return evidence;
}

const verdictOf = ({ targets }: DnssecEvidence): string[] => [
  ...new Set(targets.map(({ security, reason }) => `${security} ${reason}`)),
];

for (const [domain, verdict] of [
  ['good.lab', 'secure signed'],
  ['ed448.lab', 'secure signed'],
  ['bogus.lab', 'bogus ds-mismatch'],
  ['expired.lab', 'bogus rrsig-expired'],
  ['bad.lab', 'insecure no-ds'],
] as const) {
  labTest(`every question about ${domain} is ${verdict}, within 60 questions`, async () => {
    const evidence = await seenOf(domain);
    assert.deepEqual(verdictOf(evidence), [verdict]);
    assert.deepEqual(
      evidence.zones.map(({ name }) => name),
      ['.', 'lab', domain],
    );
    assert.ok(evidence.lookups.length <= 60, String(evidence.lookups.length));
    assert.ok(evidence.work.verifications <= 60, String(evidence.work.verifications));
  });
}

labTest('the zones come with what points to their keys, and with what signs both', async () => {
  const { apex, zones, resolver, anchors } = await seenOf('good.lab');
  const zone = zones.at(-1);
  assert.equal(apex, 'good.lab');
  assert.deepEqual([anchors.length, resolver.status, resolver.authenticated], [1, 'answer', true]);
  assert.deepEqual(
    zone?.ds?.map(({ matches }) => matches),
    [true],
  );
  assert.deepEqual(
    zone?.dsSignatures.map(({ verdict }) => verdict),
    ['valid'],
  );
  assert.ok(zone?.keySignatures.every(({ verdict }) => verdict === 'valid'));
  assert.deepEqual(zone?.keys?.map(({ isEntry }) => isEntry).toSorted(), [false, true]);
});

labTest('an expired zone is told by its signatures, an unsigned one by the proof of its parent', async () => {
  const expired = await seenOf('expired.lab');
  assert.ok(expired.targets.flatMap(({ signatures }) => signatures).every(({ verdict }) => verdict === 'expired'));
  const unsigned = await seenOf('insecure.lab');
  assert.equal(unsigned.zones.at(-1)?.dsDenial?.proves, 'nodata');
  assert.ok((unsigned.zones.at(-1)?.dsDenial?.records.length ?? 0) > 0);
});

labTest('proofs are compared with all that the zone answers', async () => {
  const denied = async (domain: string): Promise<string[]> =>
    ((await seenOf(domain)).contradictions ?? []).map(({ denies, name, setType }) => `${denies} ${name} ${setType}`);
  // From now on the lab's resolver uses the cached denial, and hides the denied record.
  const signal = new AbortController().signal;
  await labContext('sec-denies-mx.lab', { signal }).resolver.query('sec-denies-mx.lab', 'AAAA', { signal });
  assert.deepEqual(await denied('sec-denies-mx.lab'), ['type sec-denies-mx.lab MX']);
  assert.deepEqual(await denied('sec-denies-name.lab'), ['name _dmarc.sec-denies-name.lab TXT']);
  assert.deepEqual(await denied('sec-nsec.lab'), []);
  assert.deepEqual(await denied('good.lab'), []);
});

labTest('a zone without proofs is bogus where something is missing, and nowhere else', async () => {
  const { targets } = await seenOf('sec-denial-missing.lab');
  for (const { count, security, reason, type } of targets)
    assert.equal(`${security} ${reason}`, count > 0 ? 'secure signed' : 'bogus denial-missing', type);
});
