import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryKey } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { standingOf } from '@perimeter/contract/standing';
import { titledReasonsAgainstAPlus } from './not-a-plus.ts';
import { issues, sampleReport } from '../testing/sample-report.ts';
import { headline } from './headline.ts';
import { provisionalCause, verdict } from './verdict.ts';

type Count = Report['coverage']['overall'];
const count = (applicable: number, concluded: number): Count => ({
  applicable,
  concluded,
  passed: concluded,
  concludedPermille: applicable === 0 ? 0 : Math.floor((1000 * concluded) / applicable),
  assuredPermille: applicable === 0 ? 0 : Math.floor((1000 * concluded) / applicable),
});

/** The sample with 30 TLS checks, some of them with a result, and changes of its score. */
function withTls(concluded: number, changes: Partial<Report['score']> = {}): Report {
  const { score, coverage } = sampleReport;
  const categories = { ...coverage.categories, tls: count(30, concluded) };
  const { notAssessed: _, notApplicable: __, ...older } = score;
  return {
    ...sampleReport,
    findings: [],
    severities: { critical: 0, high: 0, medium: 0, low: 0 },
    score: { ...older, gradeStatus: 'provisional', ...changes },
    coverage: { ...coverage, overall: count(60, 30 + concluded), categories },
  };
}

test('what could not be assessed comes first, and nothing else is called fine', () => {
  const blind = withTls(0, { notAssessed: ['tls'], notApplicable: [] });
  assert.equal(verdict(blind), 'TLS could not be assessed. No issues found in the rest');
  const thin = withTls(20, { notAssessed: [], notApplicable: [] });
  assert.equal(verdict(thin), '10 of 60 applicable checks had no result. No issues found in the rest');
  const low = { ...blind, findings: issues(['low', 'low']) };
  assert.equal(verdict(low), 'TLS could not be assessed. 2 low-severity issues in the rest');
  assert.match(
    verdict({ ...low, findings: issues(['critical', 'low', 'low']) }),
    /^TLS could not be assessed\. Fix the critical issue first$/,
  );
});

test('for a domain that only redirects to another this comes first, in each form', () => {
  const whole = withTls(30, { notAssessed: [], notApplicable: [], gradeStatus: 'final' });
  const elsewhere: Report = { ...whole, coverage: { ...whole.coverage, redirectsTo: 'www.other.lab' } };
  const said = 'The domain only redirects to www.other.lab, whose site was not audited. ';
  assert.equal(verdict(elsewhere), `${said}No issues found in the rest`);
  assert.ok(headline(elsewhere, []).startsWith(said));
  const blind = { ...elsewhere, score: { ...elsewhere.score, notAssessed: ['tls' as const] } };
  assert.ok(
    headline(
      { ...blind, coverage: { ...blind.coverage, categories: { ...blind.coverage.categories, tls: count(30, 0) } } },
      [],
    ).startsWith(`${said}TLS could not be assessed`),
  );
  assert.doesNotMatch(verdict(whole), /redirects/);
});

test('addresses that could not be judged come first, and a few are named', () => {
  const whole = withTls(30, { notAssessed: [], notApplicable: [] });
  const beside = (...openAddresses: string[]): Report => ({
    ...whole,
    coverage: { ...whole.coverage, openAddresses },
  });
  assert.equal(verdict(beside('192.0.2.7:443')), '192.0.2.7:443 could not be judged. No issues found in the rest');
  assert.match(
    verdict(beside('192.0.2.7:443', '[2001:db8::7]:443')),
    /^192\.0\.2\.7:443 and \[2001:db8::7\]:443 could/,
  );
  assert.match(verdict(beside('192.0.2.7:443', '192.0.2.8:443', '192.0.2.9:443')), /^3 addresses could not be judged/);
});

test('for a domain whose addresses refuse web connections this comes first, and nothing is called fine', () => {
  const { coverage, ...rest } = withTls(30, { notAssessed: [], notApplicable: ['tls', 'http_security'] });
  const refusing = (...refusingAddresses: string[]): Report => ({
    ...rest,
    coverage: { ...coverage, overall: count(30, 30), refusingAddresses },
  });
  const report = refusing('192.0.2.7');
  const said =
    'No web server answered at 192.0.2.7 (ports 80 and 443 refuse connections), so web security was not judged';
  assert.equal(verdict(report), `${said}. No issues found in the rest`);
  assert.equal(verdict({ ...report, findings: issues(['low', 'low']) }), `${said}. 2 low-severity issues in the rest`);
  assert.match(verdict(refusing('192.0.2.7', '192.0.2.8', '192.0.2.9')), /answered at 3 addresses/);
  assert.ok(headline(report, []).startsWith(`${said}. `));
  assert.equal(provisionalCause(report), 'no web server answered');
});

test("a category's state is read from the score, in older reports from the coverage", () => {
  const standing = (report: Report, key: CategoryKey = 'tls'): string => standingOf(report, key);
  assert.equal(standing(withTls(30, { notAssessed: ['tls'], notApplicable: [] })), 'not-assessed');
  assert.equal(standing(withTls(30, { notAssessed: [], notApplicable: ['tls'] })), 'not-applicable');
  assert.equal(standing(withTls(0, { notAssessed: [], notApplicable: [] })), 'assessed');
  assert.deepEqual(
    [0, 14, 15, 30].map((concluded) => standing(withTls(concluded))),
    ['not-assessed', 'not-assessed', 'assessed', 'assessed'],
  );
  const bare = withTls(0);
  const none = {
    ...bare,
    coverage: { ...bare.coverage, categories: { ...bare.coverage.categories, tls: count(0, 0) } },
  };
  assert.equal(standing(none), 'not-applicable');
  assert.equal(standing({ ...none, modules: [] }), 'not-assessed');
});

test('a failing grade without a corresponding finding is explained by its cap', () => {
  const { score } = sampleReport;
  const cap = { limit: 39, checkId: null, reason: 'The site has no HTTPS: every address refuses port 443' };
  const capped = { ...score, gradeStatus: 'final' as const, total: 39, uncapped: 88, caps: [cap] };
  assert.equal(verdict({ ...sampleReport, score: capped }), cap.reason);
  assert.notEqual(verdict({ ...sampleReport, score: { ...capped, total: 30, uncapped: 30 } }), cap.reason);
  assert.notEqual(
    verdict({ ...sampleReport, score: { ...capped, caps: [{ ...cap, checkId: 'tls-sslv2' }] } }),
    cap.reason,
  );
});

test('each issue has its own line with its title, in older reports too', () => {
  const ids = ['tls-1-0', 'tls-1-1', 'vuln-logjam', 'cert-expired', 'hdr-nosniff', 'tls-rc4'];
  for (const reason of ['Issue of medium severity', 'Finding of medium severity or higher']) {
    const notAPlus = ['The score is 49; A+ needs 97', ...ids.map((id) => `${reason}: ${id}`)];
    const report = { score: { ...sampleReport.score, grade: 'A' as const, notAPlus } };
    assert.deepEqual(
      titledReasonsAgainstAPlus(report, (id) => `<${id}>`),
      ['The score is 49; A+ needs 97', ...ids.map((id) => `${reason}: <${id}>`)],
    );
    assert.deepEqual(
      titledReasonsAgainstAPlus({ score: { ...report.score, grade: 'B' } }, (id) => id),
      [],
    );
  }
});
