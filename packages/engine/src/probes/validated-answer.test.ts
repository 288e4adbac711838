import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Security } from '../evidence/dns/schema.ts';
import { askValidated } from './validated-answer.ts';

/** What receivers get, by what the domain and the name are, and the names that were validated for it. */
async function got(securities: Readonly<Record<string, Security>>, status = 'answer') {
  const validated: string[] = [];
  const context = {
    signal: new AbortController().signal,
    target: { domain: 'site.lab' },
    resolver: { query: async (name: string) => ({ name, status, records: [{ data: '"v=DMARC1; p=reject"' }] }) },
    validator: {
      validate: async (name: string) => {
        validated.push(name);
        return { security: securities[name] ?? 'secure' };
      },
    },
  };
  const answer = await askValidated(context as never, '_dmarc.site.lab');
  return { answer, validated };
}

test('a policy with a broken signature is neither there nor absent', async () => {
  const { answer } = await got({ '_dmarc.site.lab': 'bogus' });
  assert.deepEqual([answer.status, answer.records], ['failed', []]);
  assert.deepEqual(answer.failure, { reason: 'malformed', gap: 'dnssec-bogus' });
});

test('so is an absence without proof', async () => {
  assert.equal((await got({ '_dmarc.site.lab': 'bogus' }, 'nxdomain')).answer.status, 'failed');
});

test('what is signed, or in a span without signatures, stays as it is', async () => {
  for (const security of ['secure', 'insecure', 'indeterminate'] as const)
    assert.equal((await got({ '_dmarc.site.lab': security })).answer.status, 'answer');
});

test('below a domain that is not signed nothing else is validated', async () => {
  for (const security of ['insecure', 'indeterminate'] as const) {
    const { answer, validated } = await got({ 'site.lab': security, '_dmarc.site.lab': 'bogus' });
    assert.deepEqual([answer.status, validated], ['answer', ['site.lab']]);
  }
});
