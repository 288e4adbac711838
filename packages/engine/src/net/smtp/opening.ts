import { isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { offers } from '@perimeter/protocols/smtp/capabilities';
import { doorOf, isGreylisting } from '@perimeter/protocols/smtp/door';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { SmtpReply } from '../../evidence/mail-transport/session.ts';
import type { Dialogue, Heard } from './dialogue.ts';

/** Some servers delay their greeting for seconds, against clients that do not wait; every other reply comes at once. */
export const smtpTimeouts = { greetingMs: 15_000, replyMs: 8_000 } as const;

/** The server's replies up to its capabilities; a failure before the greeting was complete. */
export type Opening =
  | { ok: true; greeting: SmtpReply; greetingMs: number; ehlo: Heard }
  | { ok: false; failure: NetFailure };

const fullName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
const localOnly = /\.(?:local|localdomain|internal|lan|home|invalid)$/i;

/** True for a host name that is valid in EHLO. */
export const isFullName = (name: string): boolean => fullName.test(name) && isIP(name) === 0;

/** RFC 5321 section 4.1.3. */
const addressLiteral = (address: string): string =>
  isIP(address) === 6 ? `[IPv6:${address}]` : `[${address.replace(/^::ffff:/i, '')}]`;

/** The name in EHLO (RFC 5321 section 4.1.4): the operator's, else the machine's full name, else the socket's address. */
export function ehloName(setting: string | null, { localAddress }: Pick<Socket, 'localAddress'>): string {
  if (setting !== null) return setting;
  const own = hostname();
  if (isFullName(own) && !localOnly.test(own)) return own;
  return addressLiteral(localAddress ?? '0.0.0.0');
}

/** Why a server that does not accept the session cannot be tested further. */
function refusalOf(reply: SmtpReply, instead: 'mail-greeting-refused' | 'mail-ehlo-refused'): NetFailure {
  const values = [reply.code, reply.lines.at(-1) ?? ''] as const;
  switch (doorOf(reply)) {
    case 'rate-limited':
      return netFailed('rate-limited', isGreylisting(reply) ? 'mail-greylisted' : 'mail-rate-limited', ...values);
    case 'refused-us':
      return netFailed('refused', 'mail-refused-us', ...values);
    case 'no-mail':
      return netFailed('refused', 'mail-no-service', ...values);
    default:
      return netFailed('refused', instead, ...values);
  }
}

const refusal = (...refused: Parameters<typeof refusalOf>): Heard => ({ ok: false, failure: refusalOf(...refused) });

/** Reads the greeting and sends EHLO, then HELO if EHLO is not supported. */
export async function openSession(dialogue: Dialogue, name: string): Promise<Opening> {
  const startMs = performance.now();
  const greeted = await dialogue.hear(smtpTimeouts.greetingMs);
  if (!greeted.ok) return greeted;
  const greeting = greeted.reply;
  const greetingMs = Math.round(performance.now() - startMs);
  if (greeting.code !== 220) {
    return { ok: true, greeting, greetingMs, ehlo: refusal(greeting, 'mail-greeting-refused') };
  }
  const said = await dialogue.ask(`EHLO ${name}`, smtpTimeouts.replyMs);
  if (!said.ok) return { ok: true, greeting, greetingMs, ehlo: said };
  // RFC 5321 section 4.1.1.1: old servers reject EHLO and accept HELO, which has no capabilities.
  if (said.reply.code === 500 || said.reply.code === 502) {
    const helo = await dialogue.ask(`HELO ${name}`, smtpTimeouts.replyMs);
    if (helo.ok && helo.reply.code === 250) {
      const reply = { code: 250, lines: helo.reply.lines.slice(0, 1) };
      return { ok: true, greeting, greetingMs, ehlo: { ok: true, reply } };
    }
  }
  const ehlo = said.reply.code === 250 ? said : refusal(said.reply, 'mail-ehlo-refused');
  return { ok: true, greeting, greetingMs, ehlo };
}

/** Result of STARTTLS: ready for TLS; not offered; refused; or no usable reply. */
export type TlsInvitation =
  | { outcome: 'ready' }
  | { outcome: 'not-offered' }
  | { outcome: 'refused'; reply: SmtpReply }
  | { outcome: 'unknown'; failure: NetFailure };

/** Sends STARTTLS if the server offers it (RFC 3207 section 4). */
export async function askForTls(dialogue: Dialogue, ehlo: Heard): Promise<TlsInvitation> {
  if (!ehlo.ok) return { outcome: 'unknown', failure: ehlo.failure };
  // An unrequested reply stands in place of the one to EHLO, so the capabilities are still to come.
  const outOfStep = { outcome: 'unknown', failure: netFailed('malformed', 'said-more-before-tls') } as const;
  if (!offers(ehlo.reply.lines, 'STARTTLS')) return dialogue.left > 0 ? outOfStep : { outcome: 'not-offered' };
  const said = await dialogue.ask('STARTTLS', smtpTimeouts.replyMs);
  if (!said.ok) return { outcome: 'unknown', failure: said.failure };
  const { code } = said.reply;
  if (code === 421) return { outcome: 'unknown', failure: refusalOf(said.reply, 'mail-ehlo-refused') };
  // Not a refusal, but the reply to an earlier command.
  if (code !== 220 && code < 400) return outOfStep;
  if (code !== 220) return { outcome: 'refused', reply: said.reply };
  // Bytes after the reply would be mistaken for TLS (RFC 3207 section 4.2, CVE-2011-0411).
  if (dialogue.left > 0) return outOfStep;
  return { outcome: 'ready' };
}
