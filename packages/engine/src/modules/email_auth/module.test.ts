import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { mixOf, testModule } from '../../catalogue/testing/module.ts';
import { mailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import { type MailSketch, mailOf, routeOf, soundSketch, textAnswer } from '../derive/mail/testing/evidence.ts';
import { ed25519Record, rsaRecord } from '../derive/mail/testing/keys.ts';
import { emailAuth } from './module.ts';

const below = (values: string | 'failed') => ({
  domain: 'news.site.lab',
  route: values === 'failed' ? routeOf('failed') : routeOf(),
  spf: textAnswer('news.site.lab', values),
});

/** A correctly configured mail domain with everything that a check can read. */
const everything: MailSketch = {
  ...soundSketch,
  txt: {
    '@': 'v=spf1 ip4:192.0.2.0/24 mx include:i.lab -all',
    'i.lab.': 'v=spf1 ip4:198.51.100.0/24 -all',
    _dmarc: 'v=DMARC1; p=reject; rua=mailto:d@site.lab,mailto:d@reports.lab',
    'default._bimi': 'v=BIMI1; l=https://site.lab/logo.svg',
  },
  mxOf: { '@': ['mx.site.lab'] },
  a: { mx: ['192.0.2.25'] },
  selectors: [{ selector: 's1', text: rsaRecord(2048), aliases: ['s1.i.lab'] }],
  destinations: [
    { host: 'reports.lab', uri: 'mailto:d@reports.lab', external: true, authorisation: textAnswer('x', 'v=DMARC1') },
  ],
  subdomains: [below('v=spf1 -all')],
};

const silent = await mailOf({
  mx: 'failed',
  address: 'unknown',
  txt: { '@': 'failed', _dmarc: 'failed', '_dmarc.lab.': 'failed', 'default._bimi': 'failed', '_smtp._tls': 'failed' },
  domainkey: 'failed',
  control: 'failed',
  legacy: 'failed',
  subdomains: [below('failed')],
});
const sound = await mailOf(everything);
const nothing = await mailOf({ mx: [], address: 'no' });

const odd = await mailOf({
  txt: {
    '@': ['v=spf1 include:site.lab exists:%{i}.x a:y.lab mx:z.lab ptr ?all', 'spf2.0/pra'],
    _dmarc: ['v=DMARC1; p=reject; t=y; np=none; sp=none; pct=1; rua=mailto:x@gone.lab!1m,ftp:x; ruf=mailto:y@gone.lab'],
    'default._bimi': ['v=BIMI1; l=javascript:alert(1)', 'v=BIMI1; <script>'],
    '_smtp._tls': 'v=TLSRPTv1; rua=mailto:x@gone.lab',
  },
  selectors: [
    { selector: '\u001b[31m', text: '<img src=x>' },
    { selector: 's2', text: [ed25519Record, 'x'.repeat(9_000)] },
  ],
  subdomains: [below('\u0000')],
});
const long = await mailOf({
  txt: {
    '@': `v=spf1 ${'include:%{i}.x.lab '.repeat(400)}-all`,
    _dmarc: `v=DMARC1; ${'p=reject;'.repeat(900)}`,
    'default._bimi': `v=BIMI1; ${'l='.repeat(3_000)}`,
  },
  selectors: Array.from({ length: 100 }, (_, n) => ({
    selector: `s${n}`,
    text: `v=DKIM1; t=y; p=${'\u0007'.repeat(500)}`,
  })),
});

test('the evidence of the test tables is valid evidence', () => {
  for (const { mailAuth } of [silent, sound, nothing, odd, long]) mailAuthEvidence.parse(mailAuth);
});

testModule(emailAuth, {
  sound: {
    evidence: [sound],
    otherwise: {
      'spf-mailless-open': 'not-applicable',
      'spf-softfail': 'pass',
      'dmarc-parked-weak': 'not-applicable',
    },
  },
  silent: { evidence: [silent] },
  refused: { evidence: [nothing], otherwise: { 'spf-mailless-open': 'fail', 'dmarc-missing': 'fail' } },
  hostile: mixOf(odd.mailAuth, long.mailAuth, sound.mailAuth, silent.mailAuth, nothing.mailAuth).map((mailAuth) => ({
    mailAuth,
    target: sound.target,
  })),
});

test('without this evidence, every check of the module is inconclusive', () => {
  for (const check of emailAuth.checks)
    assert.throws(() => check.evaluate({ target: sound.target }), /without its evidence/);
});

/** Checks that need only the evidence of these tests. */
const mailChecks = emailAuth.checks.filter(({ needs }) => needs.every((kind) => kind in sound));

test('a locked parked domain passes and has no finding', async () => {
  const locked = await mailOf({ mx: null, txt: { '@': 'v=spf1 -all', _dmarc: 'v=DMARC1; p=reject' } });
  const outcomes = mailChecks.map((check) => [check.id, check.evaluate(locked).outcome]);
  assert.deepEqual(
    outcomes.filter(([, outcome]) => outcome !== 'pass' && outcome !== 'not-applicable'),
    [],
  );
});

test("a parked domain with a registrar's defaults has two findings", async () => {
  const untouched = await mailOf({ mx: [] });
  const failed = mailChecks.filter((check) => check.evaluate(untouched).outcome === 'fail').map(({ id }) => id);
  assert.deepEqual(failed, ['spf-mailless-open', 'dmarc-missing']);
});

test('an oddity of one record does not appear in the findings of another', () => {
  fc.assert(
    fc.property(fc.constantFrom(...mailChecks), fc.constantFrom(odd, long), (check, evidence) => {
      const { reason } = check.evaluate(evidence);
      assert.doesNotMatch(reason, /undefined|\[object/);
    }),
    { numRuns: 100 },
  );
});
