import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { queriesIn } from '../../evidence/dns/lookup.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { probes } from '../../probes/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { dnsCounts } from './dns-counts.ts';
import { gather } from '../gather.ts';
import { failOnBug } from '../testing/on-bug.ts';

/** Deep evidence of a host, and the DNS queries of all its probes together. */
async function audited(domain: string): Promise<{ evidence: AuditEvidence; queries: number }> {
  const context = labContext(domain, { target: { scanMode: 'deep' } });
  const { evidence, settled } = gather(context, probes, { onProbe: () => {}, onBug: failOnBug });
  await settled(probes.map(({ kind }) => kind));
  // The shared context records every query of the audit.
  const asked = await context.lookups();
  return { evidence, queries: queriesIn(asked) };
}

labTest(
  'every query of an audit stands in the evidence of the probe that asked, the same questions in each audit',
  async () => {
    const [first, second] = [await audited('redirect.lab'), await audited('redirect.lab')];
    const { http, certificates } = first.evidence;
    assert.equal(dnsCounts(first.evidence).queriesSent, first.queries);
    // A busy machine may need more retries.
    assert.equal(dnsCounts(second.evidence).questionsAsked, dnsCounts(first.evidence).questionsAsked);
    assert.deepEqual(
      http?.lookups.map(({ name, type }) => `${name} ${type}`),
      ['good.lab A', 'good.lab AAAA'],
    );
    const asked = certificates?.lookups.map(({ name, type, queries }) => `${name} ${type} ${queries}`) ?? [];
    assert.ok(asked.includes('redirect.lab CAA 0'), 'asked by the first wave');
    // Its query counts for the first caller: this probe, or the chain of trust.
    assert.match(asked.join('\n'), /^_443\._tcp\.redirect\.lab TLSA \d$/m);
  },
);
