import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { dayMs } from '@perimeter/protocols/durations';
import { rowTester, textOf } from '../../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import type { EarlierSession } from '../../../evidence/history/schema.ts';
import { seen, untested } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls13Only, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { tlsTicketKeyStatic } from './ticket-keys.ts';

const startedAtMs = Date.parse('2026-11-01T00:00:00Z');
const target = { domain: 'a.test', registrableDomain: 'a.test', scanMode: 'deep', startedAtMs, seed: '' } as const;

const offered = (resumed: boolean) => seen({ resumed, alert: null });
const session = (ageDays: number, resumed: EarlierSession['resumed'], place: Partial<EarlierSession> = {}) => ({
  address: goodEndpoint.address,
  port: goodEndpoint.port,
  serverName: goodEndpoint.serverName,
  version: 'TLSv1.2' as const,
  suite: 0xc02f,
  receivedAtMs: startedAtMs - ageDays * dayMs,
  resumed,
  ...place,
});

const tooYoung = untested('tickets-too-young');
const other = endpoint({ address: '192.0.2.2' });

type Row = readonly [
  fact: string,
  sessions: readonly EarlierSession[],
  outcome: OutcomeKind,
  says: RegExp,
  endpoints?: readonly TlsEndpoint[],
];

const rows: readonly Row[] = [
  ['a ticket of eight days ago works', [session(8, offered(true))], 'fail', /from 8 days ago still resumes/],
  ['a ticket of exactly seven days ago works', [session(7, offered(true))], 'fail', /from 7 days ago/],
  ['a ticket of a month ago is refused', [session(30, offered(false))], 'pass', /30 days ago is rejected/],
  ['a ticket of six days ago may work', [session(6, offered(true))], 'not-applicable', /may still be accepted/],
  ['a ticket of three days ago was not offered', [session(3, tooYoung)], 'not-applicable', /is 3 days old/],
  ['no audit before this one', [], 'not-applicable', /No session of an earlier audit/],
  [
    'the server did not answer when it was offered',
    [session(8, timedOut)],
    'inconclusive',
    /No answer within 10000 ms/,
  ],
  [
    'the session of another address says nothing about this one',
    [session(8, offered(true), { address: '192.0.2.9' })],
    'not-applicable',
    /No session of an earlier audit/,
  ],
  [
    'one of two addresses takes it',
    [session(8, offered(false)), session(8, offered(true), { address: '192.0.2.2' })],
    'fail',
    /\(1 of 2 endpoints\)/,
    [goodEndpoint, other],
  ],
  ['nothing speaks TLS', [], 'not-applicable', /No TLS service/, [refusedEndpoint]],
  [
    'a pass names the address that was left out',
    [session(8, offered(false))],
    'pass',
    /not judged: 192\.0\.2\.2:443/,
    [
      goodEndpoint,
      endpoint({
        address: '192.0.2.2',
        speaksTls: false,
        unreachable: { reason: 'budget', gap: 'words-kept', values: ['The budget was used up'] },
      }),
    ],
  ],
];

const given = (
  sessions: readonly EarlierSession[],
  endpoints: readonly TlsEndpoint[] = [goodEndpoint],
): SomeEvidence => ({
  tls: { endpoints: [...endpoints] },
  history: { sinceMs: startedAtMs - 50 * dayMs, keys: [], sessions: [...sessions] },
  target,
});

const testRows = rowTester((evidence: SomeEvidence) => evidence, {
  fail: /Offered: .*\n[^]*\nReproduce: openssl s_client .*-sess_in/,
});

testRows(
  rows.map(([fact, sessions, expected, says, endpoints]) => [
    tlsTicketKeyStatic,
    fact,
    given(sessions, endpoints),
    expected,
    says,
  ]),
);

const judged = (sessions: readonly EarlierSession[], endpoints?: readonly TlsEndpoint[]) =>
  tlsTicketKeyStatic.evaluate(given(sessions, endpoints));

test('the command offers a version that the server supports', () => {
  const newOnly = textOf(judged([session(8, offered(true))], [tls13Only()]));
  assert.match(newOnly, /-tls1_3 -sess_in/);
  assert.match(textOf(judged([session(8, offered(true))])), /-tls1_2 -sess_in/);
});
