import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type PathProblemReason,
  pathProblemReasons,
  problemOf,
} from '@perimeter/protocols/certification-path/problems';
import { noDns } from '../../evidence/dns/example.ts';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { certificates } from '../../modules/certificates/module.ts';
import {
  audited,
  type Changes,
  goodLeaf,
  intermediate,
  key,
  problem,
  root,
} from '../../modules/certificates/testing/evidence.ts';
import { policy } from '../../scoring/policy.data.ts';
import { scoreAudit } from '../../scoring/score.ts';
import { evaluatePhase, toJudged } from '../evaluate.ts';

const checks = certificates.checks.filter(({ needs, mode }) => !needs.includes('history') && mode === 'standard');
const phase = { name: 'phase_certificates', module: certificates, checks, needs: ['certificates', 'tls'] } as const;

/** The lowest cap from the certificates alone. */
function capOf(changes: Changes): number | null {
  const evidence: AuditEvidence = { version: evidenceVersion, missing: [], dns: noDns, ...audited(changes) };
  const judged = toJudged(evaluatePhase(phase, evidence, assert.fail));
  const scored = scoreAudit(judged, policy);
  assert.ok(scored.sufficient);
  return scored.score.caps[0]?.limit ?? null;
}

/** A certificate on a curve that no browser supports: then its algorithm is not doubtful. */
const foreign = key({ curve: 'secp256k1' });

const withProblem = (reason: PathProblemReason, certificate: string): Changes => ({
  leaf: foreign,
  problems: [problem(problemOf(reason, null).code, certificate, reason)],
});

const refused = pathProblemReasons.filter((reason) => problemOf(reason, null).code !== 'strict-profile');

test('a chain that browsers accept has no cap, even if strict verifiers reject it', () => {
  assert.equal(capOf({}), null);
  assert.equal(capOf({ problems: ['strict-profile'] }), null);
});

test('a leaf that browsers reject caps the total at 49', () => {
  for (const reason of refused) assert.equal(capOf(withProblem(reason, goodLeaf.sha256)), 49, reason);
});

test('an intermediate that browsers reject caps the total at 49', () => {
  const codes = new Set(['weak-signature', 'weak-key', 'expired', 'not-a-ca', 'bad-signature', 'malformed', 'profile']);
  for (const reason of refused)
    if (codes.has(problemOf(reason, null).code))
      assert.equal(capOf(withProblem(reason, intermediate().sha256)), 49, reason);
});

test('SHA-1 in a leaf or an intermediate caps the total at 49', () => {
  const sha1 = { signature: { algorithm: 'sha1WithRSAEncryption', hash: 'sha1' } };
  assert.equal(capOf({ leaf: sha1, problems: ['weak-signature'] }), 49);
  const issuer = intermediate(sha1);
  assert.equal(
    capOf({ behind: [issuer], path: [issuer, root()], problems: [problem('weak-signature', issuer.sha256)] }),
    49,
  );
});
