import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { evidenceVersion, type AuditEvidence } from '../../../evidence/evidence.ts';
import { type MailSketch, mailOf } from '../../../modules/derive/mail/testing/evidence.ts';
import { ed25519Record, rsaRecord } from '../../../modules/derive/mail/testing/keys.ts';
import { emailAuth } from '../../../modules/email_auth/module.ts';
import type { JudgedCheck } from '../../../scoring/coverage.ts';
import { policy } from '../../../scoring/policy.data.ts';
import { scoreAudit } from '../../../scoring/score.ts';
import { evaluatePhase, toJudged } from '../../evaluate.ts';

// A weak record never weighs more than a missing one. Excluded are harmful ones: SPF that passes everybody, keys that
// can be computed, names that anyone can register.

const phase = { name: 'phase_email_auth', module: emailAuth, checks: emailAuth.checks, needs: [] };

/** Checks of other modules, all passed: an audit without faults except in mail. */
const elsewhere: readonly JudgedCheck[] = ['tls', 'http_security', 'network', 'dns_email'].map((category, index) => ({
  id: `other-${index}`,
  title: '',
  category: category === 'tls' || category === 'network' || category === 'dns_email' ? category : 'http_security',
  outcome: 'pass',
  weight: 100,
  instances: [],
}));

/** Points of the category before rounding, and the total. */
interface Worth {
  total: number;
  category: number;
}

async function worth(sketch: MailSketch): Promise<Worth> {
  const { target, mailAuth } = await mailOf(sketch);
  const evidence: AuditEvidence = { version: evidenceVersion, target, mailAuth, missing: [] };
  const judged = toJudged(evaluatePhase(phase, evidence, (where, error) => assert.fail(`${where}: ${String(error)}`)));
  const scored = scoreAudit([...elsewhere, ...judged], policy);
  assert.ok(scored.sufficient);
  return { total: scored.score.total, category: scored.score.categories.dns_email };
}

async function assertWorthIt(without: MailSketch, weak: MailSketch): Promise<void> {
  assertNoLess(await worth(without), await worth(weak));
}

function assertNoLess(none: Worth, some: Worth): void {
  const pair = JSON.stringify({ none, some });
  assert.ok(some.category >= none.category, pair);
  assert.ok(some.total >= none.total, pair);
}

const domains = fc.constantFrom<MailSketch>({}, { mx: null }, { mx: [] }, { mx: [], address: 'no' });
const records = fc.constantFrom<NonNullable<MailSketch['txt']>>(
  {},
  { _dmarc: 'v=DMARC1; p=none' },
  { _dmarc: 'v=DMARC1; p=reject; rua=mailto:d@site.lab' },
);

const spfTerms = fc.subarray(
  [
    'ptr',
    'mx',
    'a:x.lab',
    'a:y.lab',
    'a:z.lab',
    'ip4:10.0.0.0/9',
    'include:site.lab',
    'include:bad.lab',
    'foo',
    'exists:%{i}.x.lab',
  ],
  { maxLength: 6 },
);
const spfEnds = fc.constantFrom('', '?all', '~all', '-all');

const dmarcTags = fc.subarray(
  [
    'p=none',
    'p=quarantine',
    'sp=none',
    'np=none',
    't=y',
    'pct=10',
    'ri=1',
    'rua=d@site.lab',
    'ruf=mailto:x@site.lab',
    'p=reject',
    'x',
  ],
  { maxLength: 7 },
);

/** Tests SPF records at random. */
export function testRandomSpf(runs: number): void {
  test('a weak SPF record never weighs more than a missing one', async () => {
    await fc.assert(
      fc.asyncProperty(domains, records, spfTerms, spfEnds, fc.boolean(), async (domain, others, terms, end, twice) => {
        const record = ['v=spf1', ...terms, end].join(' ').trim();
        const txt = { ...others, '@': twice ? [record, 'v=spf1 -all'] : record, 'bad.lab.': 'v=spf1 foo' };
        await assertWorthIt({ ...domain, txt: others }, { ...domain, txt, answerOctets: 1_300 });
      }),
      { numRuns: runs },
    );
  });
}

/** Tests DMARC records at random. */
export function testRandomDmarc(runs: number): void {
  test('a weak DMARC record never weighs more than a missing one', async () => {
    await fc.assert(
      fc.asyncProperty(domains, dmarcTags, fc.boolean(), async (domain, tags, twice) => {
        const record = ['v=DMARC1', ...tags].join('; ');
        const txt = { '@': 'v=spf1 ip4:192.0.2.0/24 ~all' };
        const weak = { ...txt, _dmarc: twice ? [record, 'v=DMARC1; p=none'] : record };
        await assertWorthIt({ ...domain, txt }, { ...domain, txt: weak });
      }),
      { numRuns: runs },
    );
  });
}

/** Tests DKIM keys at random. */
export function testRandomDkim(runs: number): void {
  test('a weak DKIM key never weighs more than a missing one', async () => {
    const values = [
      '',
      'v=DKIM1; p=',
      rsaRecord(1024),
      rsaRecord(2048, 'v=DKIM1; h=sha1; t=y'),
      'v=DKIM1; p=!',
      ed25519Record,
    ];
    await fc.assert(
      fc.asyncProperty(domains, fc.subarray(values, { minLength: 1, maxLength: 3 }), async (domain, texts) => {
        const txt = { '@': 'v=spf1 ip4:192.0.2.0/24 -all' };
        const selectors = texts.map((text, index) => ({ selector: `s${index}`, text: index === 0 ? texts : text }));
        await assertWorthIt({ ...domain, txt }, { ...domain, txt, selectors });
      }),
      { numRuns: runs },
    );
  });
}

const eased = [
  'p=reject; t=y',
  'p=reject; pct=0',
  'p=reject; pct=50; t=y',
  'p=reject; sp=reject; pct=1',
  'p=quarantine',
];

/** Tests DMARC and BIMI records that only seem to ask for something. */
export function testChosenRecords(): void {
  for (const tags of eased)
    test(`${tags} never weighs more than quarantine or none`, async () => {
      const spf = { '@': 'v=spf1 ip4:192.0.2.0/24 -all' };
      for (const rest of ['', '; rua=mailto:d@site.lab'])
        for (const milder of ['p=quarantine', 'p=none'])
          await assertWorthIt(
            { txt: { ...spf, _dmarc: `v=DMARC1; ${milder}${rest}` } },
            { txt: { ...spf, _dmarc: `v=DMARC1; ${tags}${rest}` } },
          );
    });

  test('a BIMI record that mail programs ignore never weighs more than a missing one', async () => {
    const txt = { '@': 'v=spf1 ip4:192.0.2.0/24 -all', _dmarc: 'v=DMARC1; p=reject' };
    for (const record of ['v=BIMI1', 'v=BIMI1; l=http://site.lab/a.svg', 'v=BIMI1; l=x; l=y', 'v=BIMI1; x'])
      await assertWorthIt({ txt }, { txt: { ...txt, 'default._bimi': record } });
  });
}

/** Texts at record names that are no such records: other kinds, ownership proofs, mistakes. */
export const strayTexts = [
  'v=spf1 -all',
  'v=spf1 include:x.lab ~all',
  'v=spf2.0/pra -all',
  'v=DMARC1; p=reject',
  'v=dmarc1; p=none',
  'v=DMARC1 p=reject',
  'V = DMARC1; p=none',
  'v=DKIM1; p=',
  'v=BIMI1',
  'v=bimi1; l=x',
  'v=STSv1; id=1',
  'v=TLSRPTv1; rua=mailto:d@site.lab',
  'google-site-verification=abcdefgh',
  'hello',
  '',
  'p=reject',
  '"',
  '\ufffd',
];

/** Domains by the records that they have. */
export const mailBases: Readonly<Record<string, NonNullable<MailSketch['txt']>>> = {
  'a sound domain': { '@': 'v=spf1 ip4:192.0.2.0/24 -all', _dmarc: 'v=DMARC1; p=reject; rua=mailto:d@site.lab' },
  'a domain with SPF': { '@': 'v=spf1 ip4:192.0.2.0/24 -all' },
  'a domain with DMARC': { _dmarc: 'v=DMARC1; p=reject' },
  'a domain without records': {},
};
/** Two records of one kind are another fault: receivers use neither. */
const isSecond = (name: string, stray: string, txt: NonNullable<MailSketch['txt']>): boolean =>
  (name === '@' && stray.startsWith('v=spf1') && '@' in txt) ||
  (name === '_dmarc' && /^v\s*=\s*DMARC1;/i.test(stray) && '_dmarc' in txt);

/** Tests domains with these texts at names where records stand. */
export function testStrays(names: readonly string[], texts: readonly string[]): void {
  for (const [base, txt] of Object.entries(mailBases).filter(([name]) => names.includes(name)))
    for (const name of ['@', '_dmarc', 'default._bimi', '_smtp._tls', '_mta-sts', '_spf', 'x._domainkey'])
      test(`on ${base}, a text at ${name} that is no such record has no penalty`, async () => {
        for (const mx of [['mx.site.lab'], null]) {
          const none = await worth({ mx, txt });
          for (const stray of texts.filter((one) => !isSecond(name, one, txt)))
            assertNoLess(none, await worth({ mx, txt: { ...txt, [name]: [txt[name] ?? [], stray].flat() } }));
        }
      });
}
