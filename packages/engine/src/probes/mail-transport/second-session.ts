import { X509Certificate } from 'node:crypto';
import { endedBy } from '../../evidence/failure-text.ts';
import { type NetFailure, type Observed, seen, unclear, unobserved } from '../../evidence/observed.ts';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { startDeadline } from '../../net/deadline.ts';
import { type DialTarget, firstConnectTimeoutMs } from '../../net/dialer.ts';
import { contextFor, type KeyKind, secure } from '../../net/tls-stream/secure.ts';
import { createDialogue } from '../../net/smtp/dialogue.ts';
import { askForTls, ehloName, openSession } from '../../net/smtp/opening.ts';
import { describeTls } from '../../tls/client/negotiated-tls.ts';
import { type SmtpContext, lingerMs, sessionMs } from './session.ts';

type Second = Pick<VisitedSession, 'second' | 'connections'>;
type Seen = Extract<NonNullable<VisitedSession['second']>, { known: true }>['value'];

/** The key type other than the first session's; null where there is no such pair. */
function otherKind(leaf: string | undefined): KeyKind | null {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(leaf ?? '', 'base64'));
    if (publicKey.asymmetricKeyType === 'ec') return 'RSA';
    return publicKey.asymmetricKeyType === 'rsa' ? 'ECDSA' : null;
  } catch {
    return null;
  }
}

/** Alerts of a server without a certificate for the offer (RFC 9846 section 6.2: handshake_failure, insufficient_security). */
const saysNone = (failure: NetFailure): boolean =>
  failure.reason === 'tls' &&
  (endedBy(failure, 'ALERT_HANDSHAKE_FAILURE') || endedBy(failure, 'ALERT_INSUFFICIENT_SECURITY'));

async function ask(context: SmtpContext, target: DialTarget, kind: KeyKind): Promise<Observed<Seen>> {
  const dialed = await context.dialer.connect(target, { signal: context.signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return unobserved(dialed.failure);
  const { socket } = dialed;
  using deadline = startDeadline(context.signal, { name: 'second-session()', timeoutMs: sessionMs });
  const { signal } = deadline;
  try {
    const dialogue = createDialogue(socket, signal);
    const opening = await openSession(dialogue, ehloName(context.settings.smtpName, socket));
    if (!opening.ok) return unobserved(opening.failure);
    const invited = await askForTls(dialogue, opening.ehlo);
    if (invited.outcome === 'unknown') return unobserved(invited.failure);
    if (invited.outcome !== 'ready') return unclear('tls', 'no-starttls-offered');
    dialogue.leave();
    const secured = await secure(socket, target.host ?? '', signal, [], contextFor(kind));
    if (!secured.ok)
      return saysNone(secured.failure) ? seen({ outcome: 'none', keyKind: kind }) : unobserved(secured.failure);
    const { version, suite, group, chain } = describeTls(secured.socket);
    createDialogue(secured.socket, signal).say('QUIT');
    secured.socket.end();
    const served = chain.map((der) => Buffer.from(der).toString('base64'));
    return seen({ outcome: 'negotiated', keyKind: kind, version, suite, group, served });
  } finally {
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
}

/** A second session for the other key type: senders may receive either chain. */
export async function visitAgain(
  context: SmtpContext,
  target: DialTarget,
  { startTls, connections }: VisitedSession,
): Promise<Partial<Second>> {
  if (!startTls.known || startTls.value.outcome !== 'negotiated') return {};
  const kind = otherKind(startTls.value.served[0]);
  if (kind === null) return {};
  return { second: await ask(context, target, kind), connections: connections + 1 };
}
