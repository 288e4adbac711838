import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { answered, chained, failed, html, walled } from '../../modules/derive/http/testing/evidence.ts';
import { policy } from '../../scoring/policy.data.ts';
import { scoreAudit } from '../../scoring/score.ts';
import { circumstancesOf } from '../report/circumstances.ts';
import { standIn } from './stand-in.ts';

type Site = Parameters<typeof chained>[0][number];

const target = {
  domain: 'site.lab',
  registrableDomain: 'site.lab',
  scanMode: 'standard',
  startedAtMs: 0,
  seed: '',
} as const;
const audit = (site: ReturnType<typeof html>): AuditEvidence => ({
  missing: [],
  ...site,
  version: evidenceVersion,
  target,
});
const answer = (id: string, status: number): Site => answered(id, [], { status, reason: '' });
const titled = (title: string) => html([], { body: `<!doctype html><title>${title}</title><h1>x</h1>` });

const rows: [string, ReturnType<typeof html>, RegExp | null][] = [
  ['500 to everything', chained([answer('a', 500), answer('b', 500)]), /server error \(500\)/],
  ['503 to everything', chained([answer('a', 503)]), /server error \(503\)/],
  [
    'a redirect, then 502',
    chained([answered('a', ['Location: /x'], { status: 301, reason: '' }), answer('b', 502)]),
    /502/,
  ],
  ['500 and a page', chained([answer('a', 500), answer('b', 200)]), null],
  ['500 and 404', chained([answer('a', 500), answer('b', 404)]), null],
  ['a challenge with status 503', walled([], { status: 503, reason: '' }), null],
  ['silence', chained([failed('a', 'timeout')], 'failed'), null],
  ...[
    'site.lab is for sale',
    'This domain is parked',
    'Domain Default Page',
    'Parked Domain name on Hostinger DNS system',
  ].map((title): [string, ReturnType<typeof html>, RegExp] => [title, titled(title), /parking page/]),
  ...['Houses for sale', 'City parking: where to park', 'Domain parking explained', 'Shop', ''].map(
    (title): [string, ReturnType<typeof html>, null] => [`"${title}"`, titled(title), null],
  ),
];

for (const [what, site, expected] of rows)
  test(`${what}: ${expected === null ? 'may be a site' : 'is none'}`, () => {
    const found = standIn(audit(site));
    if (expected === null) assert.equal(found, null);
    else assert.match(found ?? '', expected);
    assert.equal(circumstancesOf(audit(site)).includes('stand-in'), expected !== null);
  });

test('the response of the apex, which leads to a www target, belongs to the site', () => {
  const site = chained([
    answered('failing', [], { url: 'http://www.site.lab/', status: 500, reason: '' }),
    answered('hop', ['Location: https://site.lab/'], { url: 'https://www.site.lab/', status: 301, reason: '' }),
    answered('apex', ['Content-Type: text/html']),
  ]);
  assert.equal(standIn({ ...audit(site), target: { ...target, domain: 'www.site.lab' } }), null);
});

test('without a site to judge, the grade is provisional and C at most', () => {
  const check = { id: 'x', title: 'X', category: 'dns_email', outcome: 'pass', weight: 1, instances: [] } as const;
  const scored = scoreAudit([check], policy, ['stand-in']);
  assert.ok(scored.sufficient);
  assert.deepEqual([scored.score.total, scored.score.grade, scored.score.gradeStatus], [79, 'C', 'provisional']);
  assert.equal(scored.score.uncapped, 100);
});
