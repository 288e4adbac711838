import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { OutcomeKind } from '@perimeter/contract/report';
import { emailAuth } from '../../modules/email_auth/module.ts';
import { mailAuthProbe } from '../../probes/mail-auth/probe.ts';
import { labContext } from '../../probes/testing/lab-context.ts';

// Domains as they are found in the world: what an expert would tell their owners about mail, and nothing else.
interface Expected {
  fails: readonly string[];
  informs?: readonly string[];
  open?: readonly string[];
}

const domains: Readonly<Record<string, Expected>> = {
  'large-provider.lab': { fails: [], open: ['dkim-none'] },
  'code-host.lab': { fails: [], informs: ['dmarc-removed-tags'] },
  'cdn-hosted.lab': { fails: [] },
  'small-business.lab': { fails: ['dmarc-policy-none', 'dmarc-no-rua'] },
  'parked-untouched.lab': { fails: ['spf-mailless-open', 'dmarc-missing'] },
  'parked-locked.lab': { fails: [] },
};

async function outcomesOf(domain: string): Promise<(outcome: OutcomeKind) => string[]> {
  const context = labContext(domain, { signal: AbortSignal.timeout(30_000) });
  const { evidence } = await mailAuthProbe.run(context, {});
  const asked = emailAuth.checks.filter(({ mode }) => mode === 'standard');
  const outcomes = asked.map((check) => ({
    id: check.id,
    ...check.evaluate({ mailAuth: evidence, target: context.target }),
  }));
  return (outcome) => outcomes.flatMap((one) => (one.outcome === outcome ? [one.id] : []));
}

sideBySide('domains of the world', () => {
  for (const [domain, { fails, informs = [], open = [] }] of Object.entries(domains)) {
    labTest(`${domain} is told exactly what is wrong with its mail records`, async () => {
      const ids = await outcomesOf(domain);
      assert.deepEqual(ids('fail'), fails);
      assert.deepEqual(ids('informational'), informs);
      assert.deepEqual(ids('inconclusive'), open);
    });
  }
});

labTest('a small business on Microsoft 365 passes SPF and DKIM, by both selectors that its provider uses', async () => {
  const context = labContext('small-business.lab', { signal: AbortSignal.timeout(30_000) });
  const { evidence } = await mailAuthProbe.run(context, {});
  const passed = emailAuth.checks
    .filter((check) => check.evaluate({ mailAuth: evidence, target: context.target }).outcome === 'pass')
    .map(({ id }) => id);
  for (const id of ['spf-missing', 'spf-pass-all', 'dkim-none', 'dkim-selector-dangling'])
    assert.ok(passed.includes(id), id);
  assert.deepEqual(evidence.dkim.asked.slice(0, 2), ['selector1', 'selector2']);
});

labTest('an audit keeps to its share of questions: no more than 120 of mail on any of these domains', async () => {
  for (const domain of Object.keys(domains)) {
    const context = labContext(domain, { signal: AbortSignal.timeout(30_000) });
    const { evidence } = await mailAuthProbe.run(context, {});
    assert.ok(evidence.lookups.length <= 120, `${domain}: ${evidence.lookups.length}`);
  }
});
