import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Report } from '@perimeter/contract/report';
import { sampleReport } from '../testing/sample-report.ts';
import { printedChains } from './chains.ts';
import { meanings } from './meaning.ts';
import { flowing } from './printable.ts';
import { printedRemedy } from './remedy.ts';

test('what weaknesses mean is read out of their vectors', () => {
  const [legacy, , , , hsts, dmarc] = sampleReport.findings;
  const found = meanings([legacy ?? assert.fail(), hsts ?? assert.fail(), dmarc ?? assert.fail()]);
  assert.deepEqual(
    found.map(({ what, reach, severity }) => [what, reach, severity]),
    [
      [
        'Read what is not meant for them',
        '3 weaknesses, 1 with serious effect, all only in special circumstances',
        'high',
      ],
      ['Change or forge what visitors and partners receive', '3 weaknesses, all only in special circumstances', 'high'],
    ],
  );
  assert.deepEqual(meanings([]), []);
});

test('grades begin on the dial where the scoring page says', () => {
  const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../../../..', file), 'utf8');
  const said = [...read('docs/scoring.md').matchAll(/^\| (A\+|[A-F]) \| (\d+) \|$/gmu)].map(([, grade, from]) => [
    grade,
    from,
  ]);
  const line = /^#let grades = (.*)$/mu.exec(read('packages/report/typst/theme.typ'))?.[1] ?? assert.fail();
  const drawn = [...line.matchAll(/\("(A\+|[A-F])", (\d+)\)/gu)].map(([, grade, from]) => [grade, from]);
  assert.equal(said.length, 6);
  assert.deepEqual(drawn.toReversed(), said);
});

test('long words can be broken, short ones stay, and nothing else is changed', () => {
  assert.equal(flowing('Strict-Transport-Security'), 'Strict-Transport-Security');
  assert.equal(flowing('x'.repeat(45)), `${'x'.repeat(20)}\u200b${'x'.repeat(20)}\u200b${'x'.repeat(5)}`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const whole = text.replaceAll('\u200b', '');
      assert.equal(flowing(whole, 5).replaceAll('\u200b', ''), whole);
      assert.doesNotMatch(flowing(whole, 5), /\u200b\p{M}/u);
    }),
    { numRuns: 300 },
  );
});

test('a remedy keeps three examples, and names the others with their labels', () => {
  const example = (name: string): string => `${name}:\n\n\`\`\`conf\n${name}\n\`\`\``;
  const { blocks, more } = printedRemedy(
    ['Do it.', ...['a', 'b', 'c', 'd', 'e'].map(example), 'Then test.'].join('\n\n'),
  );
  assert.deepEqual(more, ['d', 'e']);
  assert.deepEqual(
    blocks.map((block) => ('kind' in block ? block.kind : null)),
    ['paragraph', 'label', 'code', 'label', 'code', 'label', 'code', 'paragraph'],
  );
});

test('examples that are indented by tabs are printed with spaces, not with the name of the character', () => {
  const { blocks } = printedRemedy('Do it.\n\n```caddyfile\nheader {\n\tServer none\n}\n```');
  const text = JSON.stringify(blocks);
  assert.match(text, / {4}Server none/u);
  assert.doesNotMatch(text, /HT/u);
});

const certificate = (subject: string, source: 'served' | 'root') => ({
  sha256: subject,
  subject,
  issuer: 'CN=Root',
  source,
  notBefore: '2026-05-01T00:00:00.000Z',
  notAfter: '2026-05-11T00:00:00.000Z',
  key: 'ec P-256',
  signatureAlgorithm: 'ecdsa-with-SHA256',
});
const chain = (address: string, trusted: boolean) => ({
  address,
  port: 443,
  serverName: 'www.example.org',
  keyType: 'ec',
  trusted,
  servedSuffices: true,
  path: [certificate('CN=www.example.org', 'served'), certificate('CN=Root', 'root')],
  problems: [],
  staple: null,
  timestamps: [],
});

test('the same chain at many addresses is printed once, those that are refused first, with what is left of them', () => {
  const report: Report = {
    ...sampleReport,
    certificates: {
      rootsDate: '2026-05-01',
      logsDate: '2026-05-01',
      chains: [chain('192.0.2.1', true), chain('192.0.2.2', true), chain('192.0.2.3', false)],
      revocation: [],
      caa: [],
      tlsa: [],
      fetched: [],
    },
  };
  const printed = JSON.stringify(printedChains(report));
  assert.equal(printed.split('"host"').length - 1, 2);
  assert.ok(printed.indexOf('192.0.2.3') < printed.indexOf('192.0.2.1 port 443, 192.0.2.2 port 443'));
  assert.match(printed, /Valid from 1 May 2026 to 11 May 2026: 3 days left at the audit","elapsed":64/);
});
