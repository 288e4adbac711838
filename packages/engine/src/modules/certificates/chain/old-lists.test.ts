import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOld, listDays } from '../../derive/certificates/list-age.ts';
import { seen } from '../../../evidence/observed.ts';
import { caaIssuerNotAllowed } from '../dns/caa.ts';
import { audited, caa, problem, sct } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certCtInsufficient, certSctInvalid } from '../status/transparency.ts';
import { certUntrusted } from './trust.ts';
import { certLifetimeTooLong } from '../leaf/validity.ts';

// The audit is of 2026-11-01.
const oldLogs = { logsDate: '2026-08-23' };
const newLogs = { logsDate: '2026-08-24' };
const oldRoots = { rootsDate: '2026-05-05' };
const newRoots = { rootsDate: '2026-05-06' };
const scts = (...all: readonly ReturnType<typeof sct>[]) => ({ scts: [...all] });
const google = sct('Google');
const sameOperator = sct('Google', { logId: 'another' });
const pending = sct('Zebra', { log: { name: 'Z', operator: 'Zebra', state: 'pending', retiredAt: null } });
const retired = sct('Zebra', { log: { name: 'Z', operator: 'Zebra', state: 'retired', retiredAt: 1 } });
const lost = { path: [], problems: [problem('unknown-issuer')] };
const allows = (name: string) => ({ caa: seen([caa([[0, 'issue', name]])]) });
const lists = (changes: object = {}) => ({
  lists: {
    roots: { name: 'Mine', date: '2026-10-20' },
    logs: { name: 'Mine', date: '2026-10-20' },
    authorities: null,
    rootIdentities: [],
    ...changes,
  },
});

const rows: readonly Row[] = [
  [certCtInsufficient, 'two operators, by an old list', { evidence: oldLogs }, 'pass'],
  [certCtInsufficient, 'no timestamp, whatever the list', { chain: scts(), evidence: oldLogs }, 'fail'],
  [certCtInsufficient, 'one log, whatever the list', { chain: scts(google), evidence: oldLogs }, 'fail'],
  [
    certCtInsufficient,
    'one operator, who may have sold a log since',
    { chain: scts(google, sameOperator), evidence: oldLogs },
    'inconclusive',
    /log list is outdated \(2026-08-23\)/,
  ],
  [
    certCtInsufficient,
    'one operator, by a newer list',
    { chain: scts(google, sameOperator), evidence: newLogs },
    'fail',
  ],
  [
    certCtInsufficient,
    'a log that may have been accepted since',
    { chain: scts(google, pending), evidence: oldLogs },
    'inconclusive',
  ],
  [certCtInsufficient, 'a log that is not accepted', { chain: scts(google, pending), evidence: newLogs }, 'fail'],
  [
    certSctInvalid,
    'a log that had been retired, whatever the list',
    { chain: scts(google, retired), evidence: oldLogs },
    'fail',
  ],
  [
    certLifetimeTooLong,
    'too long a life, whatever the lists',
    { leaf: { notAfter: 2e9 }, evidence: { ...oldLogs, ...oldRoots } },
    'fail',
  ],
  [
    certUntrusted,
    'an unknown issuer of a logged certificate, whose root may be newer than an old list',
    { ...lost, evidence: oldRoots },
    'inconclusive',
    /in public CT logs, and the list of roots is outdated \(2026-05-05\)/,
  ],
  [certUntrusted, 'an unknown issuer by a newer list', { ...lost, evidence: newRoots }, 'fail'],
  [
    certUntrusted,
    'an unknown issuer of a certificate that nobody logged, whatever the list',
    { ...lost, chain: scts(), evidence: oldRoots },
    'fail',
  ],
  [
    certUntrusted,
    'a bad signature, whatever the list',
    { path: [], problems: [problem('bad-signature')], evidence: oldRoots },
    'fail',
  ],
  [
    caaIssuerNotAllowed,
    'a name that nobody is known by, which may be new',
    { evidence: { ...allows('new.example'), ...oldRoots } },
    'inconclusive',
    /list of roots is outdated \(2026-05-05\); allowed: new\.example/,
  ],
  [
    caaIssuerNotAllowed,
    'a name that nobody is known by',
    { evidence: { ...allows('new.example'), ...newRoots } },
    'fail',
  ],
  [
    caaIssuerNotAllowed,
    'the name of another authority, whatever the list',
    { evidence: { ...allows('digicert.com'), ...oldRoots } },
    'fail',
  ],
  [caaIssuerNotAllowed, 'nobody, whatever the list', { evidence: { ...allows(';'), ...oldRoots } }, 'fail'],
  [
    caaIssuerNotAllowed,
    'a name that the list has for the organisation',
    {
      evidence: {
        ...allows('new.example'),
        ...lists({ authorities: [{ organisations: ["let's encrypt"], identities: ['new.example'] }] }),
      },
    },
    'pass',
    /new\.example may issue/,
  ],
  [
    caaIssuerNotAllowed,
    'a name that only the shipped list has, where another replaces it',
    {
      evidence: {
        ...allows('letsencrypt.org'),
        ...lists({ authorities: [{ organisations: ["let's encrypt"], identities: ['new.example'] }] }),
      },
    },
    'fail',
    /\(new\.example in CAA\), and CAA at example\.test allows letsencrypt\.org/,
  ],
  [
    caaIssuerNotAllowed,
    'a name that the list has for the root',
    {
      evidence: {
        ...allows('root.example'),
        ...lists({
          rootIdentities: [
            { root: audited().certificates.chains[0]?.verdict.path.at(-1), identities: ['root.example'] },
          ],
        }),
      },
    },
    'pass',
  ],
];

testRows(rows);

test('a list is old from its 70th (logs) or 180th (roots) day on, and never before its own date', () => {
  const { certificates } = audited({ evidence: { rootsDate: '2026-01-01', logsDate: '2026-01-01' } });
  const onDay = (day: number): number => Date.UTC(2026, 0, 1) + day * 86_400_000;
  for (const [kind, days] of [
    ['logs', 70],
    ['roots', 180],
  ] as const) {
    assert.equal(isOld(kind, certificates, onDay(days) - 1), false);
    assert.equal(isOld(kind, certificates, onDay(days)), true);
    assert.equal(listDays(kind, certificates, onDay(-400)), 0);
  }
});
