import type { Socket } from 'node:net';
import { type NetFailure, netFailed } from '../evidence/observed.ts';
import { abortFailure, systemClock } from './deadline.ts';
import { createDialogue } from './smtp/dialogue.ts';
import { askForTls, ehloName, openSession } from './smtp/opening.ts';

/** Protocols that upgrade to TLS. */
export type UpgradeProtocol = 'smtp' | 'imap' | 'pop3' | 'ftp';

/** A stream whose next byte belongs to TLS, or why there is none. */
export type Upgraded = { ok: true } | { ok: false; failure: NetFailure };

/** One step of a dialogue: the command to send (none where the server speaks first), and the test for a complete answer. */
interface Turn {
  say: string | null;
  /** Null: more lines follow; else whether the step succeeded. */
  read: (line: string) => boolean | null;
}

/** An FTP reply continues with lines of any form until its code is followed by a space. */
const ftpReply =
  (code: string) =>
  (line: string): boolean | null =>
    /^\d{3} /.test(line) ? line.startsWith(code) : null;

const pop3Reply = (line: string): boolean => line.startsWith('+OK');

const imapGreeting = (line: string): boolean => /^\* (?:OK|PREAUTH)/i.test(line);
const imapReply = (line: string): boolean | null => (line.startsWith('a1 ') ? /^a1 OK/i.test(line) : null);

/** The commands that start TLS, without login. */
function turnsOf(protocol: Exclude<UpgradeProtocol, 'smtp'>): Turn[] {
  switch (protocol) {
    case 'imap': // RFC 9051 section 6.2.1
      return [
        { say: null, read: imapGreeting },
        { say: 'a1 STARTTLS', read: imapReply },
      ];
    case 'pop3': // RFC 2595 section 4
      return [
        { say: null, read: pop3Reply },
        { say: 'STLS', read: pop3Reply },
      ];
    case 'ftp': // RFC 4217 section 4
      return [
        { say: null, read: ftpReply('220') },
        { say: 'AUTH TLS', read: ftpReply('234') },
      ];
  }
}

/** Most bytes read of one answer; banners are short. */
const maxAnswerBytes = 16 * 1024;
const maxLines = 100;
const turnTimeoutMs = 8_000;

type Answer = { ok: true; lines: string[]; good: boolean } | { ok: false; failure: NetFailure };

/** Reads lines until the step's answer is complete; further data is rejected, because it would be mistaken for TLS. */
function readAnswer(socket: Socket, turn: Turn, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    const settle = (answer: Answer): void => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('data', onData).removeListener('close', onClose).removeListener('end', onClose);
      socket.pause();
      resolve(answer);
    };
    const fail = (...why: Parameters<typeof netFailed>): void => settle({ ok: false, failure: netFailed(...why) });
    const onAbort = (): void => settle({ ok: false, failure: abortFailure(signal) });
    const onClose = (): void => fail('closed', 'closed-before-tls');
    const onData = (bytes: Buffer): void => {
      text += bytes.toString('latin1');
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      const lines = whole
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replace(/\r$/, ''));
      const last = lines.findIndex((line) => turn.read(line) !== null);
      const end = lines[last];
      if (end !== undefined) {
        const rest = lines.length - last - 1 + (text.length - whole.length);
        if (rest > 0) return fail('malformed', 'said-more-before-tls');
        return settle({ ok: true, lines, good: turn.read(end) === true });
      }
      if (text.length > maxAnswerBytes || lines.length > maxLines) fail('too-large', 'endless-before-tls');
    };
    const tooLate = (): void => fail('timeout', 'silent-before-tls', turnTimeoutMs);
    const cancelTimer = systemClock.schedule(turnTimeoutMs, tooLate);
    if (signal.aborted) return onAbort();
    if (socket.destroyed) return onClose();
    signal.addEventListener('abort', onAbort);
    socket.on('data', onData).on('close', onClose).on('end', onClose);
    socket.resume();
    if (turn.say !== null) socket.write(`${turn.say}\r\n`, 'latin1');
  });
}

const quoted = (line: string | undefined): string => JSON.stringify((line ?? '').slice(0, 120));

/** SMTP has multi-line replies, delayed greetings, and refusals with a reason (RFC 3207 section 4). */
async function upgradeSmtp(socket: Socket, smtpName: string | null, signal: AbortSignal): Promise<Upgraded> {
  const dialogue = createDialogue(socket, signal);
  const opening = await openSession(dialogue, ehloName(smtpName, socket));
  if (!opening.ok) return opening;
  const invited = await askForTls(dialogue, opening.ehlo);
  dialogue.leave();
  switch (invited.outcome) {
    case 'ready':
      return { ok: true };
    case 'not-offered':
      return { ok: false, failure: netFailed('tls', 'no-starttls-offered') };
    case 'refused': {
      const { code, lines } = invited.reply;
      return {
        ok: false,
        failure: netFailed('tls', 'answer-before-tls', 'STARTTLS', quoted(`${code} ${lines.at(-1)}`)),
      };
    }
    case 'unknown':
      return { ok: false, failure: invited.failure };
  }
}

async function takeTurns(socket: Socket, turns: readonly Turn[], signal: AbortSignal): Promise<Upgraded> {
  for (const turn of turns) {
    const answer = await readAnswer(socket, turn, signal);
    if (!answer.ok) return answer;
    if (answer.good) continue;
    const said = quoted(answer.lines.at(-1));
    const failure =
      turn.say === null
        ? netFailed('tls', 'greeting-before-tls', said)
        : netFailed('tls', 'answer-before-tls', turn.say.split(' ')[0] ?? '', said);
    return { ok: false, failure };
  }
  return { ok: true };
}

/**
 * Runs a protocol up to the point where TLS begins, so that the socket can be used like a new TLS connection; it stays
 * open in any case. Never throws.
 */
export async function upgrade(
  socket: Socket,
  protocol: UpgradeProtocol,
  { smtpName, signal }: { smtpName: string | null; signal: AbortSignal },
): Promise<Upgraded> {
  const upgraded =
    protocol === 'smtp'
      ? await upgradeSmtp(socket, smtpName, signal)
      : await takeTurns(socket, turnsOf(protocol), signal);
  if (upgraded.ok) socket.resume();
  return upgraded;
}
