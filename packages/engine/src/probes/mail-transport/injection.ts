import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { seen, untested, unobserved, unclear } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { type DialTarget, firstConnectTimeoutMs } from '../../net/dialer.ts';
import { secure } from '../../net/tls-stream/secure.ts';
import { createDialogue } from '../../net/smtp/dialogue.ts';
import { ehloName, openSession, smtpTimeouts } from '../../net/smtp/opening.ts';
import { type SmtpContext, sessionMs } from './session.ts';

/** A reply to a buffered command would come at once; a correct server sends nothing before the next command. */
const unaskedMs = 1_500;

type Injection = Pick<VisitedSession, 'injection' | 'connections'>;

/**
 * Sends STARTTLS and NOOP in one segment: a server that runs the plaintext command inside TLS allows an on-path
 * attacker to inject commands (CVE-2011-0411). Correct servers discard it, or close the connection.
 */
export async function testInjection(
  context: SmtpContext,
  target: DialTarget,
  { startTls }: VisitedSession,
): Promise<Injection> {
  if (!startTls.known || startTls.value.outcome !== 'negotiated')
    return { injection: untested('no-starttls-offered'), connections: 0 };
  const dialed = await context.dialer.connect(target, { signal: context.signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return { injection: unobserved(dialed.failure), connections: 1 };
  using deadline = startDeadline(context.signal, { name: 'test-starttls()', timeoutMs: sessionMs });
  const injection = await injectInto(dialed.socket, context, target, deadline.signal);
  dialed.socket.destroy();
  return { injection, connections: 1 };
}

type Socket = Extract<Awaited<ReturnType<SmtpContext['dialer']['connect']>>, { ok: true }>['socket'];

async function injectInto(
  socket: Socket,
  { settings }: SmtpContext,
  { host = '' }: DialTarget,
  signal: AbortSignal,
): Promise<Injection['injection']> {
  const dialogue = createDialogue(socket, signal);
  const opening = await openSession(dialogue, ehloName(settings.smtpName, socket));
  if (!opening.ok) return unobserved(opening.failure);
  if (!opening.ehlo.ok) return unobserved(opening.ehlo.failure);
  dialogue.say('STARTTLS', 'NOOP');
  const invited = await dialogue.hear(smtpTimeouts.replyMs);
  if (!invited.ok) return unobserved(invited.failure);
  // Refused, or answered in plaintext too: the command was not injected into TLS.
  if (invited.reply.code !== 220) return seen(false);
  if (dialogue.left > 0) return seen(false);
  dialogue.leave();
  const secured = await secure(socket, host, signal, []);
  // A server that closes here has detected the command.
  if (!secured.ok) return secured.failure.reason === 'timeout' ? unobserved(secured.failure) : seen(false);
  const inside = createDialogue(secured.socket, signal);
  const unasked = await inside.hear(unaskedMs);
  if (unasked.ok) return seen(true);
  if (unasked.failure.reason !== 'timeout') return seen(false);
  const asked = await inside.ask('NOOP', smtpTimeouts.replyMs);
  inside.say('QUIT');
  if (!asked.ok) return unclear('timeout', 'silent-inside-tls');
  return seen(false);
}
