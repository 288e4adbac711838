import { netFailed, seen, unclear } from '../../../evidence/observed.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls12Only } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsEarlyData, tlsTicketLifetime } from './sessions.ts';

const tickets = (tls12LifetimeHint: number | null, tls13Lifetime: number | null) =>
  endpoint({ tickets: seen({ tls12LifetimeHint, tls13Lifetime }) });

const missed = (version: 'tls12Missed' | 'tls13Missed', tls12LifetimeHint: number | null) =>
  endpoint({
    tickets: seen({ tls12LifetimeHint, tls13Lifetime: null, [version]: netFailed('timeout', 'ticket-unanswered') }),
  });

const rows: readonly Row[] = [
  [tlsEarlyData, 'tickets allow none', goodEndpoint, 'pass'],
  [
    tlsEarlyData,
    'tickets allow 16384 bytes',
    endpoint({ maxEarlyData: seen(16384) }),
    'fail',
    /max_early_data_size 16384/,
  ],
  [tlsEarlyData, 'TLS 1.2 alone', { ...tls12Only([0xc02f]), maxEarlyData: timedOut }, 'not-applicable'],
  [tlsEarlyData, 'no ticket came in time', endpoint({ maxEarlyData: timedOut }), 'inconclusive'],
  [
    tlsEarlyData,
    'no ticket and no answer',
    endpoint({ maxEarlyData: unclear('timeout', 'ticket-unanswered') }),
    'inconclusive',
    /No session ticket came in time/,
  ],
  [tlsTicketLifetime, 'two hours', goodEndpoint, 'pass'],
  [tlsTicketLifetime, 'the longest lifetimes allowed', tickets(86_400, 604_800), 'pass'],
  [tlsTicketLifetime, 'zero means unspecified under TLS 1.2', tickets(0, null), 'pass'],
  [
    tlsTicketLifetime,
    'a second over a day under TLS 1.2',
    tickets(86_401, null),
    'fail',
    /TLSv1\.2 tickets are valid for 86401 s/,
  ],
  [
    tlsTicketLifetime,
    'a second over a week under TLS 1.3',
    tickets(null, 604_801),
    'fail',
    /TLSv1\.3 tickets are valid for 604801 s/,
  ],
  [tlsTicketLifetime, 'no tickets', tickets(null, null), 'not-applicable'],
  [
    tlsTicketLifetime,
    'no ticket and no answer under TLS 1.3',
    missed('tls13Missed', null),
    'inconclusive',
    /no answer/,
  ],
  [tlsTicketLifetime, 'no handshake under TLS 1.2', missed('tls12Missed', null), 'inconclusive', /no answer/],
  [
    tlsTicketLifetime,
    'too long under TLS 1.2 while TLS 1.3 is unknown',
    missed('tls13Missed', 86_401),
    'fail',
    /86401 s/,
  ],
  [tlsTicketLifetime, 'no answer in time', endpoint({ tickets: timedOut }), 'inconclusive'],
];

testRows(rows);
