import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceVersion, type AuditEvidence, type SomeEvidence } from '../../evidence/evidence.ts';
import { mailHostOf, negotiated, tlsaAnswerOf, tlsaRecordOf } from '../../evidence/mail-transport/example.ts';
import { netFailed, seen } from '../../evidence/observed.ts';
import { emailTransport } from '../../modules/email_transport/module.ts';
import {
  daneWith,
  policyText,
  sessionOf,
  stsWith,
  tlsOf,
  transportOf,
  txtOf,
} from '../../modules/email_transport/testing/evidence.ts';
import { mailOf } from '../../modules/derive/mail/testing/evidence.ts';
import type { JudgedCheck } from '../../scoring/coverage.ts';
import { policy } from '../../scoring/policy.data.ts';
import { scoreAudit } from '../../scoring/score.ts';
import { evaluatePhase, toJudged } from '../evaluate.ts';

// Weak protection of mail servers never weighs more than none. Excluded is what stops mail: records that do not match,
// and an enforced policy that servers do not meet.

const phase = { name: 'phase_email_transport', module: emailTransport, checks: emailTransport.checks, needs: [] };
const { mailAuth } = await mailOf();

/** Checks of other modules: all passed, except the finding of an unsigned zone. */
const elsewhere = (signed: boolean): readonly JudgedCheck[] => [
  ...(['tls', 'http_security', 'network', 'dns_email'] as const).map((category): JudgedCheck => ({
    id: `other-${category}`,
    title: '',
    category,
    outcome: 'pass',
    weight: 100,
    instances: [],
  })),
  {
    id: 'dnssec-unsigned',
    title: '',
    category: 'dns_email',
    outcome: signed ? 'pass' : 'fail',
    weight: 3,
    instances: signed ? [] : [{ cvss: 2.3, confidence: 'confirmed' }],
  },
];

function worth(given: SomeEvidence, signed: boolean): { total: number; category: number } {
  const { target, mailTransport } = given;
  assert.ok(target !== undefined && mailTransport !== undefined);
  const evidence: AuditEvidence = { version: evidenceVersion, target, mailTransport, mailAuth, missing: [] };
  const judged = toJudged(evaluatePhase(phase, evidence, (where, error) => assert.fail(`${where}: ${String(error)}`)));
  const scored = scoreAudit([...elsewhere(signed), ...judged], policy);
  assert.ok(scored.sufficient);
  return { total: scored.score.total, category: scored.score.categories.dns_email };
}

const verdict = (...codes: readonly ('expired' | 'self-signed')[]) => ({
  trusted: false,
  path: [],
  anchor: null,
  servedSuffices: false,
  problems: codes.map((code) =>
    code === 'expired'
      ? { code, certificate: 'aa', reason: 'not-after-passed' as const, values: ['a', 'b'] }
      : { code, certificate: 'aa', reason: 'leaf-signed-itself' as const, values: ['a'] },
  ),
});

const rpt = txtOf('_smtp._tls', 'v=TLSRPTv1; rua=x');
const good = stsWith(policyText('enforce'));
const plain = sessionOf({ startTls: seen({ outcome: 'not-offered' }) });
const signed = daneWith([tlsaAnswerOf()]);

type Pair = readonly [what: string, without: SomeEvidence, weak: SomeEvidence, isSigned?: boolean];

const pairs: readonly Pair[] = [
  ['TLS 1.0 only', plain, tlsOf({ version: 'TLSv1.0', suite: 0xc013, group: null })],
  ['an expired certificate', plain, tlsOf({ verdict: verdict('expired') })],
  [
    'a self-signed certificate that expired',
    tlsOf({ verdict: verdict('self-signed') }),
    tlsOf({ verdict: verdict('self-signed', 'expired') }),
  ],
  ['a self-signed certificate', plain, tlsOf({ verdict: verdict('self-signed') })],
  [
    'STARTTLS that fails',
    plain,
    sessionOf({ startTls: seen({ outcome: 'failed', failures: [netFailed('tls', 'handshake-failed', 'x')] }) }),
  ],
  ['STARTTLS with an injection', plain, sessionOf({ startTls: seen(negotiated()), injection: seen(true) })],
  ...(
    [
      ['an invalid MTA-STS record', { ...good, record: txtOf('_mta-sts', 'v=STSv1;') }],
      ['two MTA-STS records', { ...good, record: txtOf('_mta-sts', 'v=STSv1; id=1', 'v=STSv1; id=2') }],
      ['an MTA-STS record without a policy', stsWith('', { status: 404 })],
      ['an invalid MTA-STS policy', stsWith('version: STSv1')],
      ['MTA-STS under test', stsWith(policyText('testing'))],
      ['MTA-STS of mode none', stsWith('version: STSv1\nmode: none\nmax_age: 86400\n')],
      ['MTA-STS for an hour', stsWith(policyText('enforce').replace('604800', '3600'))],
      ['MTA-STS under test for other servers', stsWith(policyText('testing').replace('mx.site', 'other.site'))],
    ] as const
  ).flatMap(([what, mtaSts]): Pair[] => [
    [what, transportOf(), transportOf({ mtaSts })],
    [`${what}, and invalid TLS-RPT`, transportOf(), transportOf({ mtaSts, tlsRpt: rpt })],
  ]),
  [
    'TLSA that senders ignore',
    signed,
    daneWith([tlsaAnswerOf([tlsaRecordOf({ usage: 1, unusable: 'usage', matches: [] })])]),
    true,
  ],
  ['TLSA of one key', signed, daneWith([tlsaAnswerOf([tlsaRecordOf()])]), true],
  [
    'TLSA in an unsigned zone',
    transportOf(),
    transportOf({
      hosts: [
        mailHostOf('mx.site.lab', {
          tlsa: [tlsaAnswerOf([tlsaRecordOf()], { security: 'insecure', reason: 'no-ds' })],
        }),
      ],
    }),
  ],
  ['invalid TLS-RPT', transportOf(), transportOf({ tlsRpt: rpt })],
];

for (const [what, without, weak, isSigned = false] of pairs) {
  test(`${what} weighs no more than no protection`, () => {
    const [none, some] = [worth(without, isSigned), worth(weak, isSigned)];
    const pair = JSON.stringify({ none, some });
    assert.ok(some.category >= none.category, pair);
    assert.ok(some.total >= none.total, pair);
  });
}

test('MTA-STS with mode none scores no better than none', () => {
  const off = stsWith('version: STSv1\nmode: none\nmax_age: 86400\n');
  assert.deepEqual(worth(transportOf({ mtaSts: off }), false), worth(transportOf(), false));
});

test('mail in plaintext has a penalty', () => {
  assert.ok(worth(plain, true).category < worth(transportOf(), true).category);
});

for (const port25 of ['blocked', 'intercepted'] as const)
  test(`with port 25 ${port25}, no check of sessions fails`, () => {
    // Signed TLSA records: without them, no server decides about DANE.
    const given = daneWith([tlsaAnswerOf([tlsaRecordOf()])], {}, { egress: { port25, how: 'all-silent' } });
    for (const check of emailTransport.checks.filter(({ id }) => /^smtp-|^mx-unreachable$|^dane-mismatch$/.test(id))) {
      const evidence = { ...given, mailAuth, mailTls: { endpoints: [] } };
      const { outcome, reason } = check.evaluate(evidence);
      assert.equal(outcome, 'inconclusive', check.id);
      assert.match(reason, new RegExp(`port_25_${port25}`), check.id);
    }
  });
