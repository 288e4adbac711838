import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import { lifetimeLimit, nextLimits } from './lifetimes.data.ts';
import { at, auditedAt, intermediate, problem, root, timedOut, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certExpired, certExpiring, certLifetimeTooLong, certLifetimeTrend, certRenewalOverdue } from './validity.ts';

const day = 86_400;
const now = at(auditedAt);

/** A certificate with this much of its validity left, in days. */
const left = (remaining: number, life: number): Changes => ({
  leaf: { notBefore: now + Math.round((remaining - life) * day) + 1, notAfter: now + Math.round(remaining * day) },
});
/** A certificate issued on a day for this many seconds, both ends counted. */
const issued = (from: string, seconds: number): Changes => ({
  leaf: { notBefore: at(from), notAfter: at(from) + seconds - 1 },
});
const ended: Changes = { ...left(-2, 90), problems: ['expired'] };
const privateRoot = { verdict: { anchor: 'extra' as const } };

const rows: readonly Row[] = [
  [certExpired, 'within its dates', {}, 'pass', /2026-12-29T23:59:59Z/],
  [certExpired, 'a certificate that cannot be read', { leaf: { malformed: 'no certificate' } }, 'not-applicable'],
  [certExpired, 'past its end', ended, 'fail', /It expired 2 days before the audit/],
  [
    certExpired,
    'before its beginning',
    { ...left(100, 90), problems: ['not-yet-valid'] },
    'fail',
    /It becomes valid 10 days after the audit/,
  ],
  [
    certExpired,
    'an issuer on the path has ended',
    {
      path: [intermediate({ notAfter: at('2026-10-30') }), root()],
      problems: [problem('expired', intermediate().sha256)],
    },
    'fail',
    /CN=E7.*2026-10-30/,
  ],
  [
    certExpired,
    'the clocks of others say that it is valid',
    { ...ended, evidence: { clockSkew: seen(-3 * day) } },
    'fail',
    /by the clocks of the tested servers/,
  ],
  [
    certExpired,
    'past its end by a second',
    { ...left(-1 / 86_400, 90), problems: ['expired'] },
    'fail',
    /It expired 1 second before/,
  ],
  [certExpired, 'the clocks of others say so too', { ...ended, evidence: { clockSkew: seen(-3_600) } }, 'fail'],
  [certExpired, 'no other clock was seen', { ...ended, evidence: { clockSkew: timedOut } }, 'fail'],
  [certExpired, 'self-signed and expired are two faults', { ...ended, problems: ['self-signed', 'expired'] }, 'fail'],

  [
    certExpired,
    'the issuer has ended, whose dates the command shows',
    { problems: [problem('expired', intermediate().sha256)] },
    'fail',
    /-showcerts <\/dev\/null$/,
  ],

  [certExpiring, '59 of 90 days are left', {}, 'pass', /Valid for another 58 days/],
  [certExpiring, 'a day more than a week of 90 days', left(8, 90), 'pass'],
  [certExpiring, 'less than a week of 90 days', left(6.9, 90), 'fail', /expires in 6 days/],
  [certExpiring, 'six days of 30, more than a sixth', left(6, 30), 'pass'],
  [certExpiring, 'four days of 30, less than a sixth', left(4, 30), 'fail'],
  [certExpiring, 'two days of six', left(2, 6), 'pass'],
  [certExpiring, 'less than a day of six', left(0.9, 6), 'fail', /expires in 21 hours/],
  [certExpiring, 'expired already', ended, 'not-applicable'],
  [certExpiring, 'self-signed', { ...left(1, 90), problems: ['self-signed'] }, 'not-applicable'],
  [
    certExpiring,
    'the intermediate ends in two days',
    { path: [intermediate({ notAfter: now + 2 * day }), root()] },
    'fail',
    /E7 expires in 2 days/,
  ],
  [certExpiring, 'the intermediate has ended', { path: [intermediate({ notAfter: now - 2 * day }), root()] }, 'pass'],
  [
    certExpiring,
    'the root ends soon, which nobody looks at',
    { path: [intermediate(), root({ notAfter: now + 2 * day })] },
    'pass',
  ],

  [certRenewalOverdue, '59 of 90 days are left', {}, 'pass'],
  [certRenewalOverdue, 'the client looks tomorrow', left(29, 90), 'pass'],
  [certRenewalOverdue, '20 of 90 days are left', left(20, 90), 'fail', /20 days left of a lifetime of 90 days/],
  [certRenewalOverdue, '40 of 398 days are left', left(40, 398), 'pass'],
  [certRenewalOverdue, '20 of 398 days are left', left(20, 398), 'fail'],
  [certRenewalOverdue, '16 of 47 days are left', left(16, 47), 'pass'],
  [certRenewalOverdue, '10 of 47 days are left', left(10, 47), 'fail'],
  [certRenewalOverdue, 'two and a half days of six', left(2.5, 6), 'pass'],
  [certRenewalOverdue, 'a day and a half of six', left(1.5, 6), 'fail', /36 hours|35 hours/],
  [certRenewalOverdue, 'about to expire, which is another check', left(3, 90), 'not-applicable'],
  [certRenewalOverdue, 'expired, which is another check', ended, 'not-applicable'],

  [certLifetimeTooLong, '90 days', {}, 'pass'],
  [certLifetimeTooLong, '200 days to the second', issued('2026-03-15', 200 * day), 'pass'],
  [
    certLifetimeTooLong,
    '200 days and a second',
    issued('2026-03-15', 200 * day + 1),
    'fail',
    /200\.00 days \(17280001 seconds/,
  ],
  [certLifetimeTooLong, '398 days, issued a day before the limit of 200', issued('2026-03-14', 398 * day), 'pass'],
  [
    certLifetimeTooLong,
    '399 days, issued then',
    issued('2026-03-14', 399 * day),
    'fail',
    /at most 398 days .* 2020-09-01/,
  ],
  [certLifetimeTooLong, '825 days of 2020', issued('2020-08-31', 825 * day), 'pass'],
  [certLifetimeTooLong, '826 days of 2020', issued('2020-08-31', 826 * day), 'fail'],
  [
    certLifetimeTooLong,
    'ten years under a root of the operator',
    { ...issued('2026-03-15', 3_650 * day), ...privateRoot },
    'not-applicable',
  ],
  [
    certLifetimeTooLong,
    'ten years under no root',
    { ...issued('2026-03-15', 3_650 * day), path: [], problems: ['unknown-issuer'] },
    'not-applicable',
  ],

  [certLifetimeTrend, '47 days', left(30, 47), 'pass'],
  [certLifetimeTrend, '90 days', {}, 'informational', /the limit is 47 days from 2029-03-15/],
  [certLifetimeTrend, '199 days', left(100, 199), 'informational', /the limit is 100 days from 2027-03-15/],
  [
    certLifetimeTrend,
    '398 days from before the limit of today',
    issued('2026-03-14', 398 * day),
    'informational',
    /the limit is 200 days since 2026-03-15, 100 days from 2027-03-15/,
  ],
  [certLifetimeTrend, '199 days under a root of the operator', { ...left(100, 199), ...privateRoot }, 'not-applicable'],
  [
    certExpired,
    'expired, beside a name that cannot be read',
    {
      leaf: { notAfter: at('2026-10-15'), malformed: 'Broken', unreadable: ['subject'] },
      path: [],
      problems: ['malformed'],
    },
    'fail',
    /It expired 17 days before the audit/,
  ],
];

testRows(rows);

/** The first second of each limit, its limit, and the limit one second earlier. */
const turns = [
  ['2016-07-01', 1_188, 1_827],
  ['2018-03-02', 825, 1_188],
  ['2020-09-01', 398, 825],
  ['2026-03-15', 200, 398],
  ['2027-03-15', 100, 200],
  ['2029-03-15', 47, 100],
] as const;

/** A certificate with this start and validity in seconds, first and last second counted (RFC 5280 section 4.1.2.5). */
const living = (notBefore: number, seconds: number) => ({ leaf: { notBefore, notAfter: notBefore + seconds - 1 } });

testRows(
  turns.flatMap(([from, days, before]): Row[] => [
    [certLifetimeTooLong, `${days} days from the first second of ${from}`, living(at(from), days * day), 'pass'],
    [certLifetimeTooLong, `${days} days and a second from then`, living(at(from), days * day + 1), 'fail'],
    [certLifetimeTooLong, `${before} days from a second before ${from}`, living(at(from) - 1, before * day), 'pass'],
    [certLifetimeTooLong, `${before} days and a second from then on`, living(at(from) - 1, before * day + 1), 'fail'],
  ]),
);

test('limits apply from the first second of their day', () => {
  assert.equal(lifetimeLimit(at('2027-03-15')).days, 100);
  assert.equal(lifetimeLimit(at('2027-03-15') - 1).days, 200);
  assert.equal(lifetimeLimit(at('2029-03-15')).days, 47);
  assert.equal(lifetimeLimit(at('2014-01-01')).days, 1_827);
});

test('the next limits are those not yet in force, soonest first', () => {
  assert.deepEqual(
    nextLimits(at('2026-11-01')).map(({ days }) => days),
    [100, 47],
  );
  assert.deepEqual(nextLimits(at('2029-03-15')), []);
});
