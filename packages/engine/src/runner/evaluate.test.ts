import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineCheck, type Check } from '../catalogue/check.ts';
import { pass } from '../catalogue/outcome.ts';
import { noDns } from '../evidence/dns/example.ts';
import { type AuditEvidence, evidenceVersion } from '../evidence/evidence.ts';
import { evaluatePhase, toJudged } from './evaluate.ts';
import type { Phase } from './plan.ts';

const facts = { title: 'Good', finding: 'Bad', cwe: [], needs: ['dns'] } as const;
const good = defineCheck({ ...facts, id: 'good', evaluate: () => pass('fine') });
const throwing = defineCheck({
  ...facts,
  id: 'throwing',
  evaluate: () => {
    throw new Error('boom');
  },
});

const phase = (...checks: Check[]): Phase => ({
  name: 'phase_x',
  module: { id: 'x', title: 'X', category: 'dns_email', checks },
  checks,
  needs: ['dns'],
});

const evidence: AuditEvidence = {
  version: evidenceVersion,
  target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
  dns: noDns,
  missing: [],
};

test('a check that throws is inconclusive and reported as a bug, and the others continue', () => {
  const bugs: string[] = [];
  const { checks } = evaluatePhase(phase(throwing, good), evidence, (where) => bugs.push(where));
  assert.deepEqual(
    checks.map(({ result }) => result.outcome),
    ['inconclusive', 'pass'],
  );
  assert.deepEqual(bugs, ['throwing']);
});

test("a check without its evidence is inconclusive with the probe's reason", () => {
  const { dns: _, ...without } = { ...evidence, missing: [{ kind: 'dns', reason: 'the resolver was silent' }] };
  const evaluated = evaluatePhase(phase(good), without, assert.fail);
  assert.equal(evaluated.checks[0]?.result.outcome, 'inconclusive');
  assert.match(evaluated.checks[0]?.result.reason ?? '', /the resolver was silent/);
  assert.equal(toJudged(evaluated)[0]?.outcome, 'inconclusive');
});
