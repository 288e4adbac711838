import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import type { ServerAnswer } from '../../client/answer.ts';
import { tls13Suites } from '../../client/hello/code-points.ts';
import { failed } from '../../client/diagnosis.ts';
import type { ScanSession } from '../scan-session.ts';
import type { FirstAnswers } from '../negotiated.ts';
import { netFailed } from '../../../evidence/observed.ts';
import { answerText } from '../../../evidence/tls/answer-text.ts';

/** protocol_version (RFC 9846 section 6.2). */
const protocolVersion = 70;
/** A server without TLS 1.3 chooses from these; few are enough. */
const maxOlderSuites = 20;

const isWithoutCertificate = (code: number): boolean => {
  const authentication = cipherSuites.get(code)?.authentication;
  return authentication === 'PSK' || authentication === 'anon';
};

/**
 * A server without a certificate may accept TLS 1.3 only with a pre-shared key, and refuse other clients with an
 * ambiguous alert. It does not support TLS 1.3 if its alert says so, or if it answers such a hello in an older version;
 * otherwise this is unknown.
 */
export async function reconsider13(
  session: ScanSession,
  answers: FirstAnswers,
  versions: readonly TlsVersion[],
): Promise<FirstAnswers> {
  const refusal = answers.get('TLSv1.3');
  const suites = [...new Set(versions.flatMap((version) => version.suites))];
  const isOpen = refusal?.kind === 'refused' && refusal.alert !== null && refusal.alert !== protocolVersion;
  if (!isOpen || suites.length === 0 || !suites.every(isWithoutCertificate)) return answers;
  const again = await session.client.ask({
    version: 'TLSv1.3',
    suites: [...tls13Suites, ...suites.slice(0, maxOlderSuites)],
  });
  const isStillOpen = again.kind === 'refused' && again.alert !== protocolVersion;
  return isStillOpen ? new Map([...answers, ['TLSv1.3', unknown13(again)] as const]) : answers;
}

const unknown13 = ({ how }: Extract<ServerAnswer, { kind: 'refused' }>): ServerAnswer =>
  failed(netFailed('tls', 'refused-like-pre-shared', answerText(how)), true);
