import { dayMs } from '@perimeter/protocols/durations';
import { fail, notApplicable, pass, type Verdict, openAs } from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { exchangeLines } from '../../../evidence/history/exchange-lines.ts';
import type { EarlierSession } from '../../../evidence/history/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { accepts } from '../../../evidence/tls/inventory.ts';

/** RFC 9846 section 4.7.1: no ticket may be used for longer than seven days. */
const maxAgeMs = 7 * dayMs;

interface Revisited {
  tls: TlsEndpoint;
  session: EarlierSession | null;
  /** Age of the session's ticket; 0 where there is none. */
  ageMs: number;
}

/** Commands that save a session and offer it a week later; current OpenSSL does not offer old TLS 1.3 tickets. */
function commands(tls: TlsEndpoint): string[] {
  const version = accepts(tls, 'TLSv1.2') === true ? '-tls1_2' : '-tls1_3';
  const save = opensslLine(tls, version, '-sess_out session.pem </dev/null');
  const offer = opensslLine(tls, version, '-sess_in session.pem </dev/null');
  return save === null || offer === null
    ? []
    : [save, 'and a week later, which prints "Reused" instead of "New":', offer];
}

function judgeOffer({ tls, session, ageMs }: Revisited): Verdict {
  if (session === null) return notApplicable('No session of an earlier audit is stored');
  const { resumed, version } = session;
  if (!resumed.known)
    return resumed.failure.reason === 'not-tested'
      ? notApplicable(`${detailOf(resumed.failure)}; the stored session is ${Math.floor(ageMs / dayMs)} days old`)
      : openAs(['silence', resumed.failure], 'resumption-failed-before', { failure: detailOf(resumed.failure) });
  const age = `${Math.floor(ageMs / dayMs)} days`;
  if (!resumed.value.resumed) return pass(`A session ticket from ${age} ago is rejected`);
  if (ageMs < maxAgeMs) return notApplicable(`A session ticket from ${age} ago may still be accepted`);
  return fail({
    description: `A ${version} session ticket from ${age} ago still resumes its session; expected: tickets are valid for at most seven days (RFC 9846 section 4.7.1), and the ticket key is rotated at least weekly (RFC 9325 section 3.4).`,
    evidence: [exchangeLines(session), commands(tls)],
  });
}

/** Each endpoint with the session that an earlier audit stored. */
const revisitedEndpoint = narrow(
  eachEndpoint,
  (tls, { history, target }) => {
    const session = history.sessions.find((one) => isSamePlace(one, tls)) ?? null;
    return { of: { tls, session, ageMs: session === null ? 0 : target.startedAtMs - session.receivedAtMs } };
  },
  { needs: ['history', 'target'] },
);

export const tlsTicketKeyStatic = checkOf(revisitedEndpoint, {
  id: 'tls-ticket-key-static',
  title: 'Week-old session tickets are rejected',
  finding: 'Week-old session ticket is accepted',
  weakness: { cvss: 'cryptoMargin', cwe: [324] },
  mode: 'deep',
  judge: judgeOffer,
});
