import { cipherSuites } from '@perimeter/protocols/tls/suites';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { tls13Suites } from '../../client/hello/code-points.ts';
import { failed } from '../../client/diagnosis.ts';
import type { Interview } from '../scan-session.ts';
import { ask } from '../scan-session.ts';
import type { FirstAnswers } from '../first-handshakes.ts';

/** protocol_version (RFC 8446 section 6.2). */
const protocolVersion = 70;
/** A server of TLS 1.3 takes these from its hello where it does not speak it, so that few are enough. */
const maxOlderSuites = 20;

const isWithoutCertificate = (code: number): boolean => {
  const authentication = cipherSuites.get(code)?.authentication;
  return authentication === 'PSK' || authentication === 'anon';
};

/**
 * A server without a certificate may speak TLS 1.3 with those who share a key with it, and refuses all others by an alert that
 * could mean anything. It does not speak TLS 1.3 at all where it says so, or answers such a hello in an older version; else that
 * is not known.
 */
export async function reconsider13(
  interview: Interview,
  answers: FirstAnswers,
  versions: readonly TlsVersion[],
): Promise<FirstAnswers> {
  const refusal = answers.get('TLSv1.3');
  const suites = [...new Set(versions.flatMap((version) => version.suites))];
  const isOpen = refusal?.kind === 'refused' && refusal.alert !== null && refusal.alert !== protocolVersion;
  if (!isOpen || suites.length === 0 || !suites.every(isWithoutCertificate)) return answers;
  const again = await ask(interview, {
    version: 'TLSv1.3',
    suites: [...tls13Suites, ...suites.slice(0, maxOlderSuites)],
  });
  const isStillOpen = again.kind === 'refused' && again.alert !== protocolVersion;
  return isStillOpen ? new Map([...answers, ['TLSv1.3', unknown13(again)] as const]) : answers;
}

const unknown13 = ({ how }: Extract<Answer, { kind: 'refused' }>): Answer =>
  failed(
    {
      reason: 'tls',
      detail: `Refused by ${how}, which servers of TLS 1.3 also send to whoever lacks their pre-shared key`,
    },
    true,
  );
