import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ScanMode } from '@perimeter/contract/report';
import { keysExist } from '../../evidence/mail-auth/dkim-existence.ts';
import { providersOf } from '../../evidence/mail-auth/providers.ts';
import { roleOf } from '../../evidence/mail-auth/role.ts';
import { mailAuthEvidence, type MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import { mailAuthProbe } from './probe.ts';
import { type Script, scriptedContext } from './testing/scripted.ts';

async function gathered(
  t: TestContext,
  script: Script,
  scanMode?: ScanMode,
  domain?: string,
): Promise<{ evidence: MailAuthEvidence; asked: string[] }> {
  const { context, asked } = await scriptedContext(t, script, scanMode, domain);
  const { evidence } = await mailAuthProbe.run(context, {});
  assert.deepEqual(mailAuthEvidence.parse(evidence), evidence, 'the evidence is evidence');
  // The chain of trust is queried once, for all probes.
  return { evidence, asked: asked().filter((one) => !/ (?:DS|DNSKEY)$/.test(one)) };
}

const spf = ['TXT', '"v=spf1 mx -all"'] as const;

test('a domain without records: each query is sent once, and no selector is tried where no key can exist', async (t) => {
  const { evidence, asked } = await gathered(t, { 'site.lab': [['A', '192.0.2.1']] });
  assert.equal(new Set(asked).size, asked.length);
  assert.ok(asked.length <= 16, asked.join(', '));
  assert.equal(keysExist(evidence.dkim), 'none');
  assert.deepEqual(evidence.dkim.asked, []);
  assert.equal(roleOf(evidence), 'implicit');
  assert.equal(evidence.spf.tree.text, null);
});

test('selectors of used providers come first, at most 45 in standard mode', async (t) => {
  const { evidence, asked } = await gathered(t, {
    'site.lab': [['MX', '10 in1-smtp.messagingengine.com'], spf],
    'fm2._domainkey.site.lab': [['TXT', '"v=DKIM1; p="']],
  });
  assert.deepEqual(
    providersOf(evidence).map(({ name }) => name),
    ['Fastmail'],
  );
  assert.deepEqual(evidence.dkim.asked.slice(0, 3), ['fm1', 'fm2', 'fm3']);
  assert.equal(evidence.dkim.asked.length, 45);
  assert.deepEqual(
    evidence.dkim.selectors.map(({ selector, how }) => [selector, how]),
    [['fm2', 'provider']],
  );
  assert.ok(asked.length <= 70, String(asked.length));
});

test('deep mode queries more selectors, and mail below the domain', async (t) => {
  const { evidence } = await gathered(
    t,
    {
      'site.lab': [['MX', '10 mx.site.lab'], spf],
      'news.site.lab': [['MX', '10 mx.site.lab']],
      'a._domainkey.site.lab': [],
    },
    'deep',
  );
  assert.ok(evidence.dkim.asked.length > 100 && evidence.dkim.asked.length <= 250);
  assert.deepEqual(
    evidence.subdomains.map(({ domain }) => domain),
    ['news.site.lab'],
  );
});

const existence: readonly (readonly [string, Script, ReturnType<typeof keysExist>])[] = [
  ['NXDOMAIN everywhere', {}, 'none'],
  ['something below _domainkey', { 'odd._domainkey.site.lab': [['TXT', '"x"']] }, 'some'],
  [
    'compact denial of all names (RFC 9824)',
    Object.fromEntries(
      [
        'perimeter-seed._domainkey',
        '_domainkey',
        ...['default', 'google', 'selector1'].map((one) => `${one}._domainkey`),
      ].map((name) => [`${name}.site.lab`, [['NSEC', `\\000.${name}.site.lab. RRSIG NSEC TYPE128`] as const]]),
    ),
    'none',
  ],
  [
    'compact denial that does not tell',
    { 'perimeter-seed._domainkey.site.lab': [['NSEC', '\\000.x.site.lab. RRSIG NSEC']] },
    'unknown',
  ],
  ['a wildcard', { 'perimeter-seed._domainkey.site.lab': [['TXT', '"v=DKIM1; p="']] }, 'wildcard'],
  ['a failing name server', { 'perimeter-seed._domainkey.site.lab': 'SERVFAIL' }, 'unknown'],
];
for (const [what, script, wanted] of existence) {
  test(`DKIM keys of a domain with ${what}: ${wanted}`, async (t) => {
    const { evidence } = await gathered(t, { 'site.lab': [['MX', '10 mx.site.lab']], ...script });
    assert.equal(keysExist(evidence.dkim), wanted);
  });
}

test('a failed query is unknown, and nothing counts as absent', async (t) => {
  const { evidence } = await gathered(t, { 'site.lab': 'SERVFAIL', '_dmarc.site.lab': 'SERVFAIL' });
  assert.equal(roleOf(evidence), 'unknown');
  assert.equal(evidence.spf.tree.problem?.kind, 'unanswered');
  assert.deepEqual(evidence.spf.answer.failure, { reason: 'malformed', gap: 'resolver-status', values: ['servfail'] });
  assert.equal(evidence.dmarc.walk[0]?.answer.status, 'failed');
});

test('only doubtful names are checked for registration, and a resolver without proofs proves nothing', async (t) => {
  const { evidence, asked } = await gathered(t, {
    'site.lab': [['TXT', '"v=spf1 include:_spf.gone.lab include:_spf.there.lab include:none.kept.lab -all"']],
    '_spf.there.lab': [['TXT', '"v=spf1 -all"']],
    'kept.lab': [['NS', 'ns.kept.lab']],
    'k1._domainkey.site.lab': [['CNAME', 'k1.dangling.lab']],
    '_dmarc.site.lab': [['TXT', '"v=DMARC1; p=reject; rua=mailto:x@nobody.lab,mailto:y@site.lab"']],
  });
  assert.deepEqual(
    evidence.references.map(({ registration, usedBy }) => [registration.domain, registration.status, usedBy[0]?.kind]),
    [
      ['gone.lab', 'unknown', 'spf'],
      ['kept.lab', 'registered', 'spf'],
      ['dangling.lab', 'unknown', 'dkim'],
      ['nobody.lab', 'unknown', 'report'],
    ],
  );
  assert.ok(!asked.includes('there.lab NS'));
});

test('the end of the aliases of a record is in doubt, not the own name that leads there', async (t) => {
  const { evidence } = await gathered(t, {
    'site.lab': [['TXT', '"v=spf1 include:_spf.site.lab -all"']],
    '_spf.site.lab': [['CNAME', 'spf.lost.lab']],
    '_dmarc.site.lab': [['CNAME', 'site.policies.lab']],
    '_smtp._tls.site.lab': [['CNAME', 'tls.reports.lab']],
  });
  assert.deepEqual(
    evidence.references.map(({ registration, usedBy }) => [registration.domain, usedBy[0]?.kind, usedBy[0]?.name]),
    [
      ['lost.lab', 'spf', 'spf.lost.lab'],
      ['policies.lab', 'report', 'site.policies.lab'],
      ['reports.lab', 'report', 'tls.reports.lab'],
    ],
  );
});

test('reports to another organization need its consent, to the own one they do not', async (t) => {
  const { evidence } = await gathered(t, {
    '_dmarc.site.lab': [
      ['TXT', '"v=DMARC1; p=none; rua=mailto:a@mail.site.lab,mailto:b@reports.lab,https://web.lab/in"'],
    ],
    'site.lab._report._dmarc.reports.lab': [['TXT', '"v=DMARC1"']],
    'reports.lab': [['MX', '0 .']],
    '_smtp._tls.site.lab': [['TXT', '"v=TLSRPTv1; rua=mailto:t@reports.lab,https://web.lab/tls"']],
  });
  assert.deepEqual(
    evidence.destinations.map(({ tag, host, external, authorisation, route }) => [
      tag,
      host,
      external,
      authorisation?.status ?? null,
      route?.status ?? null,
    ]),
    [
      ['rua', 'mail.site.lab', false, null, 'nxdomain'],
      ['rua', 'reports.lab', true, 'answer', 'answer'],
      ['tls', 'reports.lab', false, null, 'answer'],
      ['tls', 'web.lab', false, null, null],
    ],
  );
});

test('the tree walk queries every name at once, at most eight, and a target below its organization has its own SPF', async (t) => {
  const domain = 'a.b.c.d.e.f.g.h.i.site.lab';
  const { evidence, asked } = await gathered(t, { [domain]: [['TXT', '"v=spf1 -all"']] }, 'standard', domain);
  assert.equal(evidence.dmarc.walk.length, 8);
  assert.equal(asked.filter((question) => question.startsWith('_dmarc.')).length, 8);
  assert.equal(evidence.spf.tree.text, 'v=spf1 -all');
});

test('an SPF record with excessive includes ends at the limits, and the evidence stays small', async (t) => {
  const wide = Array.from({ length: 60 }, (_, n) => `include:i${n}.bomb.lab`).join(' ');
  const script = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`i${n}.bomb.lab`, [['TXT', `"v=spf1 ${wide.slice(0, 200)}"`]]] as const),
  );
  const long = Array.from({ length: 6 }, () => `"${'ip4:192.0.2.1 '.repeat(18)}"`).join(' ');
  const { evidence, asked } = await gathered(t, {
    'site.lab': [['TXT', `"v=spf1 ${wide.slice(0, 240)}" "${wide.slice(240, 480)}"`]],
    ...script,
    '_dmarc.site.lab': [['TXT', long]],
  });
  assert.ok(asked.filter((question) => question.endsWith(' TXT')).length < 80, String(asked.length));
  assert.ok(JSON.stringify(evidence).length < 256 * 1024, String(JSON.stringify(evidence).length));
});
