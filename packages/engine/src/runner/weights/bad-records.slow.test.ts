import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

// An ineffective record or file weighs no more than a missing one. Excluded are harmful ones: an enforced MTA-STS
// policy that servers do not meet, addresses in HTTPS records that lead elsewhere, CAA that forbids the CA in use.

const good = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));

function scoresOf(evidence: AuditEvidence): readonly number[] {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  const { total, categories } = judged.report.score;
  return [total, ...Object.values(categories).map(Number)];
}

type Put = (...values: readonly string[]) => AuditEvidence;

const txtAt = (name: string, texts: readonly string[]) => ({
  name: `${name}.good.lab`,
  status: texts.length === 0 ? ('nxdomain' as const) : ('answer' as const),
  texts: [...texts],
  aliases: [],
});

const sts: Put = (...texts) => {
  const { mailTransport } = good;
  assert.ok(mailTransport !== undefined);
  const fetch = { known: false, failure: { reason: 'not-tested', gap: 'not-asked' } } as const;
  return { ...good, mailTransport: { ...mailTransport, mtaSts: { record: txtAt('_mta-sts', texts), fetch } } };
};

const reports: Put = (...texts) => {
  const { mailTransport, mailAuth } = good;
  assert.ok(mailTransport !== undefined && mailAuth !== undefined);
  const tlsRpt = txtAt('_smtp._tls', texts);
  return { ...good, mailTransport: { ...mailTransport, tlsRpt }, mailAuth: { ...mailAuth, tlsRpt } };
};

const bimi: Put = (...texts) => {
  const { mailAuth } = good;
  assert.ok(mailAuth !== undefined);
  return { ...good, mailAuth: { ...mailAuth, bimi: txtAt('default._bimi', texts) } };
};

/** CAA records as `flags tag value`. */
const caa: Put = (...lines) => {
  const { certificates } = good;
  assert.ok(certificates?.caa.known);
  const records = lines.map((line) => {
    const [flags = '', tag = '', ...value] = line.split(' ');
    return { flags: Number(flags), tag, value: value.join(' ') };
  });
  const status = records.length === 0 ? ('nodata' as const) : ('answer' as const);
  const all = certificates.caa.value.map((one) => ({
    ...one,
    climb: one.climb.map((step) => ({ ...step, status })),
    foundAt: records.length === 0 ? null : one.foundAt,
    records,
  }));
  return { ...good, certificates: { ...certificates, caa: seen(all) } };
};

/** The body of a file that the site serves; without one, 404. */
const file =
  (purpose: HttpExchange['purpose']): Put =>
  (text) => {
    const { http } = good;
    assert.ok(http !== undefined);
    const exchanges = http.exchanges.map((one): HttpExchange => {
      if (one.purpose !== purpose || !one.result.ok) return one;
      const { response } = one.result;
      const body = { ...response.body, text: text ?? '' };
      return { ...one, result: { ok: true, response: { ...response, status: text === undefined ? 404 : 200, body } } };
    });
    return { ...good, http: { ...http, exchanges } };
  };

const strays = ['v=spf1 -all', 'google-site-verification=abcdefgh', 'hello', '', 'v=DMARC1; p=none', '\ufffd'];
const far = '2999-01-01T00:00:00Z';

const records: Readonly<Record<string, { put: Put; bad: readonly (readonly string[])[] }>> = {
  'at _mta-sts': {
    put: sts,
    bad: [...strays, 'v=STSv1', 'v=STSv1;', 'v=STSv1; id=', 'v=STSv1; id=a-b', 'V=STSv1; id=1', 'id=1'].map((text) => [
      text,
    ]),
  },
  'at _smtp._tls': {
    put: reports,
    bad: [...strays, 'v=TLSRPTv1', 'v=TLSRPTv1;', 'v=TLSRPTv1; rua=x', 'v=TLSRPTv1; rua=http://a.lab/'].map((text) => [
      text,
    ]),
  },
  'at default._bimi': { put: bimi, bad: [...strays, 'v=BIMI1', 'v=BIMI1; l=x', 'v=bimi1; l='].map((text) => [text]) },
  'of CAA': {
    put: caa,
    bad: [
      ['0 foo x'],
      ['0 iodef mailto:x@good.lab'],
      ['0 iodef x'],
      ['0 contactemail x@good.lab'],
      ['0 issuemail ;'],
      ['0 issuewild pki.lab'],
      ['0 foo x', '0 tbs x'],
    ],
  },
  'of security.txt': {
    put: file('security-txt'),
    bad: [
      'hello',
      '',
      '<h1>Not found</h1>',
      `Contact: x\nExpires: ${far}`,
      'Contact: mailto:x@good.lab',
      'Contact: mailto:x@good.lab\nExpires: 2001-01-01T00:00:00Z',
      'Contact: mailto:x@good.lab\nExpires: never',
      `Expires: ${far}\nFoo: bar`,
      `Contact: http://good.lab/\nExpires: ${far}\nCanonical: https://other.lab/`,
    ].map((text) => [text]),
  },
  'of robots.txt': {
    put: file('robots'),
    bad: ['hello', '', '<h1>Not found</h1>', 'Disallow', 'User-agent: x\nDisallow: /', 'Sitemap: x', 'Allow: *'].map(
      (text) => [text],
    ),
  },
};

for (const [where, { put, bad }] of Object.entries(records))
  test(`an ineffective record ${where} weighs no more than a missing one`, () => {
    const none = scoresOf(put());
    for (const values of bad) {
      const some = scoresOf(put(...values));
      assert.ok(
        some.every((score, at) => score >= (none[at] ?? 0)),
        JSON.stringify({ values, none, some }),
      );
    }
  });
