import { suiteHex, suiteName } from '@perimeter/protocols/tls/registry/suites';
import type { EarlierSession } from './schema.ts';

/** How a server shows that it resumes a session, or does not (RFC 5077 section 3.4, RFC 9846 section 4.3.11). */
const answers: Readonly<Record<EarlierSession['version'], { resumed: string; refused: string }>> = {
  'TLSv1.2': {
    resumed: 'ServerHello with our session id, then ChangeCipherSpec and Finished under the secret of that session',
    refused: 'ServerHello with another session id, and a full handshake',
  },
  'TLSv1.3': {
    resumed: 'ServerHello with pre_shared_key, no Certificate, and Finished under the secret of that session',
    refused: 'ServerHello without pre_shared_key, and a full handshake',
  },
};

/** What was offered and answered, in words; empty where the session was not offered. */
export function exchangeLines({ version, suite, receivedAtMs, resumed: fact }: EarlierSession): string[] {
  if (!fact.known) return [];
  const { resumed, alert } = fact.value;
  const when = new Date(receivedAtMs).toISOString();
  const answer = alert === null ? answers[version][resumed ? 'resumed' : 'refused'] : `alert ${alert}`;
  return [
    `Offered: ClientHello of ${version} with the session ticket of ${when}, ${suiteHex(suite)} ${suiteName(suite)}`,
    `Answered: ${answer}`,
  ];
}
