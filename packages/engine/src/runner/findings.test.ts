import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from '../catalogue/prose.data.ts';
import { mailOf } from '../modules/derive/mail/testing/evidence.ts';
import { dmarcPolicyNone } from '../modules/email_auth/dmarc/policy.ts';
import { dmarcMissing } from '../modules/email_auth/dmarc/presence.ts';
import { spfMaillessOpen } from '../modules/email_auth/spf/presence.ts';
import { toFinding } from './findings.ts';

type Evidence = Awaited<ReturnType<typeof mailOf>>;

/** The fixes of these checks' findings, each once. */
function fixesOf(evidence: Evidence): ReadonlySet<string> {
  const fixes = [spfMaillessOpen, dmarcMissing, dmarcPolicyNone].flatMap((check) => {
    const outcome = check.evaluate(evidence);
    return outcome.outcome === 'fail' ? outcome.findings.map((draft) => toFinding(check, 'dns_email', draft)) : [];
  });
  assert.ok(fixes.length > 0);
  return new Set(fixes.map(({ remediation }) => remediation.fix));
}

for (const [what, evidence] of [
  ['no record at all', await mailOf({ mx: null })],
  ['no mail by SPF and no DMARC record', await mailOf({ mx: null, txt: { '@': 'v=spf1 -all' } })],
  ['a DMARC policy of none', await mailOf({ mx: null, txt: { _dmarc: 'v=DMARC1; p=none' } })],
] as const)
  test(`a domain without mail and with ${what} has one fix for all of it`, () => {
    assert.deepEqual([...fixesOf(evidence)], [prose['spf-mailless-open']?.fix]);
  });

test('a domain with mail is advised to monitor before enforcing', async () => {
  assert.deepEqual([...fixesOf(await mailOf({}))], [prose['dmarc-missing']?.fix]);
});
