import type { CbcFlaw } from '@perimeter/protocols/tls/cbc-plaintext';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import { isFailure } from '../../tls/client/first-flight.ts';
import { answerFlight, forWantOfCertificate, hearFinished } from '../../tls/client/handshake.ts';
import { handshakeLine } from './proof.ts';
import type { Spoken, Subject } from './subject.ts';
import { meetWith, newestWith, withoutHandshake } from './subject.ts';
import { isSpokenCbc } from '../../tls/client/keys/suite-algorithms.ts';

type PoodleTls = VulnerabilityEndpoint['poodleTls'];

const flawText = {
  none: 'right padding (control)',
  'wrong-padding': 'wrong padding octets before a right length',
  'wrong-first-padding-octet': 'a wrong first padding octet',
} as const satisfies Partial<Record<CbcFlaw, string>>;

const refusals: ReadonlySet<NetFailure['reason']> = new Set(['tls', 'closed', 'reset', 'timeout', 'malformed']);

interface Try {
  completed: boolean;
  opening: string;
  line: string;
}

/** One handshake whose Finished record is padded wrongly: a sound server cannot go on. */
async function shake(
  subject: Subject,
  { version, suites }: Spoken,
  flaw: keyof typeof flawText,
  signal: AbortSignal,
): Promise<Try | NetFailure> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { conversation, flight } = met;
  const pending = answerFlight(conversation, flight, flaw);
  const result = isFailure(pending) ? pending : await hearFinished(conversation, pending);
  conversation.close();
  if (isFailure(pending)) return pending;
  const failed = isFailure(result);
  if (failed && flaw === 'none' && flight.wantsCertificate) return forWantOfCertificate(flight, result);
  // Silence is a refusal too: the control completed.
  if (failed && !refusals.has(result.reason)) return result;
  const outcome = failed ? result.detail : 'the handshake completed';
  return { completed: !failed, opening: handshakeLine(flight), line: `Finished with ${flawText[flaw]}: ${outcome}` };
}

/** CVE-2014-8730: padding octets other than the length's value are taken, although the MAC and the length are right. */
export async function testPoodleTls(subject: Subject, signal: AbortSignal): Promise<PoodleTls> {
  const spoken = newestWith(subject.endpoint, isSpokenCbc);
  if (spoken === null)
    return unseen(
      'not-tested',
      withoutHandshake(subject.endpoint, 'No CBC suite in TLS 1.0 to 1.2 in which a handshake can be made here'),
    );
  const control = await shake(subject, spoken, 'none', signal);
  if (isFailure(control)) return unseen(control.reason, control.detail);
  if (!control.completed) return unseen('tls', `A sound handshake failed: ${control.line}`);
  const proof = [control.opening, control.line];
  for (const flaw of ['wrong-padding', 'wrong-first-padding-octet'] as const) {
    const first = await shake(subject, spoken, flaw, signal);
    if (isFailure(first)) return unseen(first.reason, first.detail);
    proof.push(first.line);
    if (!first.completed) continue;
    const second = await shake(subject, spoken, flaw, signal);
    if (isFailure(second)) return unseen(second.reason, second.detail);
    if (!second.completed) return unseen('malformed', 'Two equal tries were answered differently');
    return seen({ vulnerable: true, proof: [...proof, 'The same on a second connection: padding is not checked'] });
  }
  return seen({ vulnerable: false, proof: [...proof, 'Wrong padding is refused'] });
}
