import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryKey } from '@perimeter/contract/category';
import { vectors } from '../catalogue/vectors.data.ts';
import type { JudgedCheck } from './coverage.ts';
import { scoreVector } from './cvss.ts';
import { checkPenalty, type Instance, penaltyOf } from './penalty.ts';
import { policy } from './policy.data.ts';
import { scoreAudit, type Scored } from './score.ts';

const confirmed = (cvss: number): Instance => ({ cvss, confidence: 'confirmed' });

const check = (id: string, changes: Partial<JudgedCheck> = {}): JudgedCheck => ({
  id,
  title: id,
  category: 'tls',
  outcome: changes.instances === undefined ? 'pass' : 'fail',
  weight: 1,
  instances: [],
  ...changes,
});

const scored = (checks: readonly JudgedCheck[]): Extract<Scored, { sufficient: true }> => {
  const result = scoreAudit(checks, policy);
  assert.ok(result.sufficient);
  return result;
};

test('penalties equal the documented ones', () => {
  const documented: [number, number][] = [
    [9.3, 51],
    [8.7, 45],
    [8.2, 40],
    [7.6, 34],
    [6.9, 28],
    [6.3, 23],
    [6, 21],
    [5.3, 16],
    [4.6, 12],
    [2.7, 4],
    [2.3, 3],
    [1.7, 1],
    [0, 0],
  ];
  for (const [cvss, points] of documented) assert.equal(penaltyOf(confirmed(cvss), policy), points, String(cvss));
});

test('further instances count a quarter, and in total at most as much as the worst', () => {
  assert.equal(checkPenalty([confirmed(6.3)], policy), 23);
  assert.equal(checkPenalty([confirmed(6.3), confirmed(6.3)], policy), 23 + 5);
  assert.equal(
    checkPenalty(
      Array.from({ length: 50 }, () => confirmed(6.3)),
      policy,
    ),
    46,
  );
  assert.equal(
    checkPenalty(
      Array.from({ length: 50 }, () => confirmed(10)),
      policy,
    ),
    95,
  );
});

test('all passed gives 100 and, if everything was assessed, A+', () => {
  const all = categoryKey.options.map((category) => check(`${category}-check`, { category }));
  assert.equal(scored(all).score.total, 100);
  assert.equal(scored(all).score.grade, 'A+');
  assert.deepEqual(scored(all).score.deductions, []);
  const some = scored(all.filter(({ category }) => category !== 'network')).score;
  assert.equal(some.total, 100);
  assert.equal(some.grade, 'A');
  assert.deepEqual(some.notAPlus, ['Network and exposure was not assessed']);
  assert.deepEqual(some.notAssessed, ['network']);
});

test('each issue of medium severity or higher is a separate reason against A+, with its severity', () => {
  const good = Array.from({ length: 400 }, (_, i) => check(`c${i}`));
  const issues = [
    check('a', { instances: [confirmed(2.3), confirmed(6.3), confirmed(5.1)] }),
    check('b', { instances: [confirmed(9.3)] }),
    check('c', { instances: [confirmed(3.9)] }),
    check('tls-1-3-missing', { instances: [confirmed(1.7)] }),
  ];
  const lines = scored([...good, ...issues]).score.notAPlus.filter((line) => /: [a-z]/.test(line));
  assert.deepEqual(lines.slice(0, 3), [
    'Issue of medium severity: a',
    'Issue of critical severity: b',
    'Required for A+: tls-1-3-missing',
  ]);
});

test('a category without checks is not assessed, and one without applicable checks is left out', () => {
  const tls = [
    check('tls-1-0', { instances: [confirmed(6.3)], weight: 23 }),
    ...Array.from({ length: 90 }, (_, i) => check(`c${i}`)),
  ];
  const { score } = scored([...tls, check('n', { category: 'network', outcome: 'not-applicable' })]);
  assert.deepEqual(score.categories, { tls: 77, http_security: 0, dns_email: 0, network: 77 });
  assert.deepEqual(score.notAssessed, ['http_security', 'dns_email']);
  assert.deepEqual(score.notApplicable, ['network']);
  assert.equal(score.total, 77);
});

test('a category concluded by less than half shows at most its passed share', () => {
  const good = Array.from({ length: 200 }, (_, i) => check(`c${i}`));
  const open = Array.from({ length: 6 }, (_, i) =>
    check(`h${i}`, { category: 'http_security', outcome: 'inconclusive' }),
  );
  const seen = Array.from({ length: 4 }, (_, i) => check(`s${i}`, { category: 'http_security' }));
  const { score } = scored([...good, ...open, ...seen]);
  assert.equal(score.categories.http_security, 40);
  assert.deepEqual(score.notAssessed, ['http_security', 'dns_email', 'network']);
  assert.equal(score.categoryGrades.http_security, 'F');
  assert.deepEqual([score.total, score.gradeStatus], [70, 'provisional']);
});

test('a category with less than half passed caps the total, TLS lower than others', () => {
  const of = (category: JudgedCheck['category'], outcome: JudgedCheck['outcome'], count: number): JudgedCheck[] =>
    Array.from({ length: count }, (_, i) => check(`${category}-${outcome}-${i}`, { category, outcome }));
  const limits = (checks: readonly JudgedCheck[]): number[] => scored(checks).score.caps.map(({ limit }) => limit);
  assert.deepEqual(
    limits([...of('http_security', 'pass', 90), ...of('tls', 'pass', 4), ...of('tls', 'inconclusive', 5)]),
    [64],
  );
  assert.deepEqual(
    limits([...of('tls', 'pass', 90), ...of('network', 'pass', 4), ...of('network', 'inconclusive', 5)]),
    [89],
  );
  assert.deepEqual(
    limits([...of('tls', 'pass', 90), ...of('network', 'pass', 5), ...of('network', 'inconclusive', 5)]),
    [],
  );
});

test('a site without HTTPS gets at most 39, and 0 for TLS', () => {
  const good = Array.from({ length: 60 }, (_, i) => check(`c${i}`, { category: 'http_security' }));
  const result = scoreAudit([...good, check('caa-missing')], policy, ['http-only']);
  assert.ok(result.sufficient);
  assert.deepEqual([result.score.total, result.score.grade], [39, 'F']);
  assert.deepEqual([result.score.categories.tls, result.score.categories.http_security], [0, 100]);
  assert.equal(result.score.deductions[0]?.title, 'TLS score limited: the host does not offer it');
});

test("of a group's failed checks only the one with the highest penalty counts", () => {
  const good = Array.from({ length: 200 }, (_, i) => check(`c${i}`));
  const old = check('tls-1-0', { instances: [confirmed(6.3)], weight: 23 });
  const others = [
    check('tls-1-1', { instances: [confirmed(4.6)], weight: 12 }),
    check('vuln-beast', { instances: [confirmed(2.3)], weight: 3 }),
  ];
  const sources = ({ score }: ReturnType<typeof scored>): string[] =>
    score.deductions.filter(({ kind }) => kind === 'check').map(({ source }) => source);
  assert.equal(scored([...good, old, ...others]).score.total, scored([...good, old]).score.total);
  assert.deepEqual(sources(scored([...good, old, ...others])), ['tls-1-0']);
  assert.deepEqual(sources(scored([...good, ...others])), ['tls-1-1']);
});

test('a deduction also states the penalty of its check alone', () => {
  const good = Array.from({ length: 90 }, (_, i) => check(`z${i}`));
  const worse = check('b', { instances: [confirmed(7.6)], weight: 34 });
  const { score } = scored([...good, check('a', { instances: [confirmed(9.3)], weight: 51 }), worse]);
  const [first, second] = score.deductions;
  assert.deepEqual([first?.milliPoints, first?.aloneMilliPoints], [51_000, 51_000]);
  assert.deepEqual([second?.milliPoints, second?.aloneMilliPoints], [16_660, 34_000]);
  const { score: alone } = scored([...good, worse]);
  assert.equal(alone.deductions[0]?.milliPoints, second?.aloneMilliPoints);
});

test('a site whose answer browsers reject gets at most 49', () => {
  const good = Array.from({ length: 60 }, (_, i) => check(`c${i}`));
  const result = scoreAudit(good, policy, ['answer-too-large']);
  assert.ok(result.sufficient);
  assert.deepEqual([result.score.total, result.score.categories.tls], [49, 49]);
});

test('caps limit the total and name the causing check', () => {
  const good = Array.from({ length: 60 }, (_, i) => check(`c${i}`, { category: 'http_security' }));
  const { score } = scored([...good, check('tls-sslv2', { instances: [confirmed(9.1)], weight: 49 })]);
  assert.equal(score.total, 49);
  assert.equal(score.grade, 'F');
  assert.deepEqual(
    score.caps.map(({ limit, checkId }) => [limit, checkId]),
    [
      [49, 'tls-sslv2'],
      [49, 'tls-sslv2'],
      [64, null],
      [79, 'tls-sslv2'],
      [89, null],
    ],
  );
});

test('critical and high findings cap by their CVSS if confirmed or firm, and potential ones never', () => {
  const good = Array.from({ length: 400 }, (_, i) => check(`c${i}`));
  const rows: readonly [readonly Instance[], readonly number[]][] = [
    [[{ cvss: 9.3, confidence: 'confirmed' }], [49, 79]],
    [[{ cvss: 9, confidence: 'firm' }], [64, 79]],
    [
      [
        { cvss: 9.3, confidence: 'firm' },
        { cvss: 7.1, confidence: 'confirmed' },
      ],
      [64, 79, 79],
    ],
    [[{ cvss: 8.9, confidence: 'firm' }], [79]],
    [[{ cvss: 6.9, confidence: 'firm' }], []],
    [[{ cvss: 10, confidence: 'potential' }], []],
  ];
  for (const [instances, limits] of rows) {
    const { score } = scored([...good, check('x', { instances, weight: 51 })]);
    assert.deepEqual(
      score.caps.map(({ limit }) => limit),
      limits,
      JSON.stringify(instances),
    );
    assert.ok(score.caps.every(({ checkId }) => checkId === 'x'));
  }
  // With all other categories complete, only the limit lowers the total.
  const others = (['http_security', 'dns_email', 'network'] as const).flatMap((category) =>
    Array.from({ length: 400 }, (_, i) => check(`${category}-${i}`, { category })),
  );
  const firm = scored([...good, ...others, check('x', { instances: [{ cvss: 9.3, confidence: 'firm' }], weight: 51 })]);
  assert.deepEqual([firm.score.uncapped, firm.score.total, firm.score.grade], [90, 64, 'D']);
});

test('a confirmed internal service that strangers can reach limits the grade to below a C', () => {
  const good = Array.from({ length: 400 }, (_, i) => check(`c${i}`, { category: 'network' }));
  const capsWith = (id: string, instance: Instance): number[] =>
    scored([...good, check(id, { category: 'network', instances: [instance], weight: 31 })]).score.caps.map(
      ({ limit }) => limit,
    );
  const high = scoreVector(vectors.likelyExploitable).score;
  for (const id of ['svc-smb', 'svc-rdp-no-nla', 'svc-ics', 'svc-ipmi', 'svc-queue-open'])
    assert.deepEqual(capsWith(id, confirmed(high)), [64, 79], id);
  assert.deepEqual(capsWith('svc-smb', { cvss: high, confidence: 'firm' }), [79]);
  assert.deepEqual(capsWith('svc-rdp', confirmed(scoreVector(vectors.limitedAvailability).score)), []);
});

test('a potential finding does not prevent an A+, but has a penalty', () => {
  const good = Array.from({ length: 400 }, (_, i) => check(`c${i}`));
  const issuesWith = (...confidences: ('confirmed' | 'firm' | 'potential')[]): string[] =>
    scored([
      ...good,
      check('x', { instances: confidences.map((confidence) => ({ cvss: 7.2, confidence })), weight: 31 }),
    ]).score.notAPlus.filter((reason) => reason.startsWith('Issue'));
  assert.deepEqual(issuesWith('potential'), []);
  assert.deepEqual(issuesWith('firm'), ['Issue of high severity: x']);
  assert.deepEqual(issuesWith('potential', 'firm'), ['Issue of high severity: x']);
});

test('broken DNSSEC caps like an outage where visitors cannot get keys or addresses', () => {
  const capsWith = (id: string, vector: 'serviceUnusable' | 'partUnusable'): number[] =>
    scored([
      ...Array.from({ length: 30 }, (_, index) => check(`pass-${index}`)),
      check(id, { instances: [confirmed(scoreVector(vectors[vector]).score)] }),
    ]).score.caps.map(({ limit }) => limit);
  for (const id of ['dnssec-rrsig-missing', 'dnssec-rrsig-expired', 'dnssec-rrsig-invalid', 'dnssec-denial-broken']) {
    assert.deepEqual(capsWith(id, 'serviceUnusable'), [49, 79], id);
    assert.deepEqual(capsWith(id, 'partUnusable'), [79], id);
  }
});

test('a confirmed takeover through name servers caps the total', () => {
  const good = Array.from({ length: 400 }, (_, i) => check(`c${i}`));
  const capsWith = (confidence: 'confirmed' | 'firm'): number[] =>
    scored([
      ...good,
      check('dns-ns-unregistered', { instances: [{ cvss: 9.3, confidence }], weight: 51 }),
    ]).score.caps.map(({ limit }) => limit);
  assert.deepEqual(capsWith('firm'), [64, 79]);
  assert.equal(capsWith('confirmed')[0], 39);
});

test('without applicable checks, or with less than half concluded, there is no score', () => {
  assert.equal(scoreAudit([], policy).sufficient, false);
  assert.equal(scoreAudit([check('a', { outcome: 'not-applicable' })], policy).sufficient, false);
  const open = check('a', { outcome: 'inconclusive' });
  assert.equal(scoreAudit([open, check('b'), { ...open, id: 'c' }], policy).sufficient, false);
  assert.equal(scored([open, check('b')]).score.gradeStatus, 'provisional');
});

test('one hardly assessed category makes the grade provisional and shows its passed share', () => {
  const seen = Array.from({ length: 20 }, (_, index) => check(`c${index}`, { weight: 20 }));
  const failing = check('d', { instances: [confirmed(6.3)], weight: 23 });
  const walled = Array.from({ length: 5 }, (_, index) =>
    check(`h${index}`, { category: 'http_security', outcome: 'inconclusive' }),
  );
  const { score } = scored([...seen, failing, ...walled]);
  assert.equal(score.gradeStatus, 'provisional');
  assert.deepEqual([score.categories.tls, score.categories.http_security], [77, 0]);
  assert.equal(score.uncapped, 54);
});

test('a failure does not make a category count as assessed', () => {
  const others = categoryKey.options.filter((category) => category !== 'tls');
  const good = others.flatMap((category) =>
    Array.from({ length: 40 }, (_, index) => check(`${category}-${index}`, { category })),
  );
  const open = scored([...good, check('e', { outcome: 'inconclusive' })]).score;
  const failed = scored([...good, check('e', { instances: [confirmed(0.1)] })]).score;
  assert.deepEqual([open.total, failed.total], [64, 64]);
  assert.deepEqual([open.notAssessed, failed.notAssessed], [['tls'], []]);
  assert.ok(failed.notAPlus.includes('TLS: no check passed'), failed.notAPlus.join('\n'));
});

test('references to a domain that anyone can register cap the total where its code runs', () => {
  const capsWith = (vector: 'nameTakeover' | 'browserHardening'): number[] =>
    scored([
      check('page-thirdparty-dead', { instances: [confirmed(scoreVector(vectors[vector]).score)] }),
      ...Array.from({ length: 40 }, (_, index) => check(`c${index}`)),
    ]).score.caps.map(({ limit }) => limit);
  assert.equal(capsWith('nameTakeover')[0], 39);
  assert.deepEqual(capsWith('browserHardening'), []);
});

// Even at low severity, a finding of each of these checks excludes an A+.
for (const [id, category] of [
  ['hsts-invalid', 'http_security'],
  ['hsts-disabled', 'http_security'],
  ['dnssec-algorithm-unsupported', 'dns_email'],
  // t=y and pct=0: receivers do less than the policy says.
  ['dmarc-testing', 'dns_email'],
  ['dmarc-pct-partial', 'dns_email'],
] as const)
  test(`${id} rules out an A+, however low`, () => {
    const good = categoryKey.options.map((key) => check(`good-${key}`, { category: key, weight: 50 }));
    const { grade, notAPlus } = scored([...good, check(id, { category, instances: [confirmed(2.3)] })]).score;
    assert.deepEqual([grade, notAPlus], ['A', [`Required for A+: ${id}`]]);
  });

for (const [hidden, expected] of [
  [true, 'A'],
  [false, 'A+'],
] as const)
  test(`a check that every sender gets an answer to leaves an ${expected} where ${hidden ? 'the host hides' : 'our limits hide'} it`, () => {
    const good = categoryKey.options.map((key) => check(`good-${key}`, { category: key, weight: 50 }));
    const open = check('mtasts-mx-uncovered', { category: 'dns_email', outcome: 'inconclusive', hidden });
    const heartbleed = check('vuln-heartbleed', { outcome: 'inconclusive', hidden: true });
    assert.equal(scored([...good, open, heartbleed]).score.grade, expected);
  });

test('an address that nobody saw sets no cap, makes the grade provisional and leaves no A+', () => {
  const good = categoryKey.options.map((key) => check(`good-${key}`, { category: key, weight: 50 }));
  const result = scoreAudit(good, policy, ['unseen-address']);
  assert.ok(result.sufficient);
  const { total, grade, gradeStatus, caps } = result.score;
  assert.deepEqual([total, grade, gradeStatus, caps], [100, 'A', 'provisional', []]);
});
