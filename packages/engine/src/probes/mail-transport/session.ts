import type { TLSSocket } from 'node:tls';
import type { SmtpReply } from '../../evidence/mail-transport/session.ts';
import type { VisitedSession, VisitedTls } from '../../evidence/mail-transport/visited.ts';
import { type NetFailure, netFailure, type Observed, seen, untested, unobserved } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { type DialTarget, firstConnectTimeoutMs } from '../../net/dialer.ts';
import { secure, smallHelloContext } from '../../net/tls-stream/secure.ts';
import { createDialogue, type Dialogue } from '../../net/smtp/dialogue.ts';
import { askForTls, ehloName, openSession, smtpTimeouts } from '../../net/smtp/opening.ts';
import { describeTls } from '../../tls/client/negotiated-tls.ts';
import type { ProbeContext } from '../probe.ts';
import { askUserCommands } from './user-commands.ts';

/** The parts of an audit that a session needs. */
export type SmtpContext = Pick<ProbeContext, 'dialer' | 'signal'> & { settings: { smtpName: string | null } };

/** A session, or why there is none. */
export type Visit = { ok: true; session: VisitedSession } | { ok: false; failure: NetFailure; connected: boolean };

export const sessionMs = 30_000;
const handshakeMs = 10_000;
/** Time for a server to read QUIT. */
export const lingerMs = 2_000;

const toObserved = (heard: Awaited<ReturnType<Dialogue['hear']>>): Observed<SmtpReply> =>
  heard.ok ? seen(heard.reply) : unobserved(heard.failure);

/** Sends QUIT and flushes it without waiting for the answer. */
function leave(dialogue: Dialogue, stream: { end: () => void; destroy: () => void }): void {
  dialogue.say('QUIT');
  stream.end();
  setTimeout(() => stream.destroy(), lingerMs).unref();
}

/** The result of STARTTLS, and the dialogue that continues. */
interface Upgrade {
  startTls: VisitedSession['startTls'];
  dialogue: Dialogue;
  stream: { end: () => void; destroy: () => void };
}

async function greetInside(socket: TLSSocket, name: string, signal: AbortSignal): Promise<Upgrade> {
  const dialogue = createDialogue(socket, signal);
  const ehlo = toObserved(await dialogue.ask(`EHLO ${name}`, smtpTimeouts.replyMs));
  const { version, suite, group, chain } = describeTls(socket);
  const tls: VisitedTls = {
    outcome: 'negotiated',
    version,
    suite,
    group,
    served: chain.map((der) => Buffer.from(der).toString('base64')),
    ehlo,
  };
  return { startTls: seen(tls), dialogue, stream: socket };
}

/** Options of a session: whether it sends user commands, and whether its hello must fit one packet. */
interface Manner {
  isDeep: boolean;
  hasSmallHello: boolean;
}

/** One session from the greeting to QUIT. Never MAIL FROM. */
async function converse(context: SmtpContext, target: DialTarget, { isDeep, hasSmallHello }: Manner): Promise<Visit> {
  const dialed = await context.dialer.connect(target, { signal: context.signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return { ...dialed, connected: false };
  const { socket } = dialed;
  using deadline = startDeadline(context.signal, { name: 'session()', timeoutMs: sessionMs });
  const { signal } = deadline;
  const observedAtMs = Date.now();
  const dialogue = createDialogue(socket, signal);
  const name = ehloName(context.settings.smtpName, socket);
  const opening = await openSession(dialogue, name);
  if (!opening.ok) {
    socket.destroy();
    return { ...opening, connected: true };
  }
  const invited = await askForTls(dialogue, opening.ehlo);
  let upgrade: Upgrade = { startTls: seen({ outcome: 'not-offered' }), dialogue, stream: socket };
  if (invited.outcome === 'refused') upgrade = { ...upgrade, startTls: seen(invited) };
  if (invited.outcome === 'unknown') upgrade = { ...upgrade, startTls: unobserved(invited.failure) };
  if (invited.outcome === 'ready') {
    dialogue.leave();
    using handshake = startDeadline(signal, { name: 'tls-handshake()', timeoutMs: handshakeMs });
    const tls = hasSmallHello ? smallHelloContext() : undefined;
    const secured = await secure(socket, target.host ?? '', handshake.signal, [], tls);
    upgrade = secured.ok
      ? await greetInside(secured.socket, name, signal)
      : { ...upgrade, startTls: unobserved(secured.failure) };
  }
  const asksUsers = isDeep && opening.ehlo.ok && (upgrade.startTls.known || invited.outcome !== 'ready');
  const users = asksUsers ? await askUserCommands(upgrade.dialogue) : untested('deep-mode-only');
  if (invited.outcome === 'ready' && !upgrade.startTls.known) socket.destroy();
  else leave(upgrade.dialogue, upgrade.stream);
  const { greeting, greetingMs } = opening;
  const ehlo = toObserved(opening.ehlo);
  const { startTls } = upgrade;
  return {
    ok: true,
    session: {
      observedAtMs,
      greeting,
      greetingMs,
      ehlo,
      startTls,
      userCommands: users,
      injection: untested('deep-mode-only'),
      connections: 1,
    },
  };
}

/**
 * Handshake failures that count against the server if they occur twice; our own limits do not. A server that closes
 * with the hello still unread resets the connection (RFC 9293 section 3.6.1), and silence follows its own reply 220.
 */
const saysFailed = new Set<string>(['tls', 'closed', 'reset', 'malformed', 'timeout']);
const handshakeGaps = new Set<string>(['closed-in-handshake', 'step-failed', 'step-too-long']);

const handshakeFailure = ({ startTls, ehlo }: VisitedSession): NetFailure | null => {
  if (startTls.known || !ehlo.known) return null;
  const parsed = netFailure.safeParse(startTls.failure);
  if (!parsed.success) return null;
  const { gap, reason } = parsed.data;
  return handshakeGaps.has(gap) && saysFailed.has(reason) ? parsed.data : null;
};

/** Visits a mail server; a failed handshake is retried in a new session with a small hello. */
export async function visit(context: SmtpContext, target: DialTarget, isDeep: boolean): Promise<Visit> {
  const first = await converse(context, target, { isDeep, hasSmallHello: false });
  const failure = first.ok ? handshakeFailure(first.session) : null;
  if (!first.ok || failure === null) return first;
  const second = await converse(context, target, { isDeep, hasSmallHello: true });
  if (!second.ok) return { ok: true, session: { ...first.session, connections: 2 } };
  const again = handshakeFailure(second.session);
  const startTls: VisitedSession['startTls'] =
    again === null ? second.session.startTls : seen({ outcome: 'failed', failures: [failure, again] });
  return { ok: true, session: { ...second.session, startTls, connections: 2 } };
}
