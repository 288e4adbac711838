import { fail, inconclusive, judgeSeen, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { lingeringOpensslLine } from '../../../catalogue/reproduce.ts';
import { rawLines } from '../../derive/tls/proof.ts';
import { whereAccepted } from '../../derive/tls/shared-verdicts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { aboveSsl2, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';

export const tlsEarlyData = checkOf(eachEndpoint, {
  id: 'tls-early-data',
  title: 'TLS 1.3 early data (0-RTT) is disabled',
  finding: 'TLS 1.3 early data (0-RTT) is enabled',
  weakness: { cvss: 'browserHardening', cwe: [294] },
  judge: whereAccepted(['TLSv1.3'], 'TLS 1.3 is not accepted, and only TLS 1.3 has early data', (endpoint) =>
    judgeSeen(endpoint.maxEarlyData, (maxBytes) =>
      maxBytes === 0
        ? pass('Tickets do not allow early data')
        : fail({
            description: `Session tickets allow ${maxBytes} bytes of early data; expected: none, or protection against replay (RFC 9846 section 8, RFC 8470).`,
            evidence: [
              'Offered: a full TLS 1.3 handshake',
              `Answered: NewSessionTicket max_early_data_size ${maxBytes}`,
              rawLines(endpoint, ['maxEarlyData']),
              lingeringOpensslLine(endpoint, '-tls1_3'),
            ],
            confidence: 'firm',
          }),
    ),
  ),
});

/** RFC 9846 section 4.7.1: seven days at most. */
const maxTls13LifetimeSeconds = 604_800;

/** RFC 9325 section 3.4 requires frequent changes of ticket keys; a day is a common limit for the tickets under one key. */
const maxTls12LifetimeSeconds = 86_400;

export const tlsTicketLifetime = checkOf(aboveSsl2, {
  id: 'tls-ticket-lifetime',
  title: 'Session tickets last at most a day (TLS 1.2) or a week (TLS 1.3)',
  finding: 'Session ticket lifetime is too long',
  weakness: { cvss: 'cryptoMargin', cwe: [613] },
  judge: (endpoint) =>
    judgeSeen(endpoint.tickets, ({ tls12LifetimeHint, tls13Lifetime, tls12Missed, tls13Missed = tls12Missed }) => {
      const tooLong = [
        { version: 'TLSv1.2', seconds: tls12LifetimeHint ?? 0, limit: maxTls12LifetimeSeconds },
        { version: 'TLSv1.3', seconds: tls13Lifetime ?? 0, limit: maxTls13LifetimeSeconds },
      ].filter(({ seconds, limit }) => seconds > limit);
      if (tooLong.length === 0 && tls13Missed !== undefined) return inconclusive(tls13Missed);
      if (tls12LifetimeHint === null && tls13Lifetime === null)
        return notApplicable('The server issues no session tickets');
      if (tooLong.length === 0) return pass('Session ticket lifetimes are within the limits');
      const words = tooLong.map(
        ({ version, seconds, limit }) => `${version} tickets are valid for ${seconds} s, expected at most ${limit} s`,
      );
      return fail({
        description: `${words.join('; ')} (RFC 9846 section 4.7.1, RFC 9325 section 3.4).`,
        evidence: [
          'Offered: a full handshake with session_ticket',
          tooLong.map(({ version, seconds }) => `Answered: ${version} NewSessionTicket lifetime ${seconds}`),
          rawLines(endpoint, ['tickets']),
          lingeringOpensslLine(endpoint, tooLong.some(({ version }) => version === 'TLSv1.2') ? '-tls1_2' : '-tls1_3'),
        ],
      });
    }),
});
