import type { Duplex } from 'node:stream';
import { maskLine } from '@perimeter/protocols/exposure/texts/text-secrets';
import { readReply } from '@perimeter/protocols/smtp/reply';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { SmtpReply } from '../../evidence/mail-transport/session.ts';
import { abortFailure, systemClock } from '../deadline.ts';

/** A reply, or why there is none. */
export type Heard = { ok: true; reply: SmtpReply } | { ok: false; failure: NetFailure };

/** Reads and writes lines of a mail server over one stream, in plaintext or inside TLS. */
export interface Dialogue {
  /** Waits for one reply. */
  hear: (timeoutMs: number) => Promise<Heard>;
  /** Sends one command and waits for its reply. */
  ask: (command: string, timeoutMs: number) => Promise<Heard>;
  /** Sends lines without waiting. */
  say: (...commands: readonly string[]) => void;
  /** Bytes received after the last reply. */
  readonly left: number;
  /** Stops reading, so that TLS can take over the stream. */
  leave: () => void;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 120));

/** The result of the text so far: a reply, a failure, or null while more is to come. */
function progressOf(text: string): { heard: Heard; rest: string } | null {
  const read = readReply(text);
  const fails = (...why: Parameters<typeof netFailed>) => ({
    heard: { ok: false, failure: netFailed(...why) } as const,
    rest: '',
  });
  switch (read.kind) {
    case 'more':
      return null;
    case 'reply':
      return { heard: { ok: true, reply: { ...read.reply, lines: read.reply.lines.map(maskLine) } }, rest: read.rest };
    case 'malformed':
      return fails('malformed', 'mail-not-smtp', quoted(maskLine(read.line)));
    case 'endless':
      return fails('too-large', 'endless-before-tls');
  }
}

/** Bytes received on a stream so far; reading pauses after a reply until the next command, so that a flood stays in the kernel. */
function createInbox(stream: Duplex) {
  let wake = (): void => {};
  const inbox = {
    text: '',
    ended: stream.destroyed,
    onChange: (run: () => void): void => {
      wake = run;
    },
    leave: (): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd);
      stream.pause();
    },
  };
  const onData = (bytes: Buffer): void => {
    inbox.text += bytes.toString('latin1');
    stream.pause();
    wake();
  };
  const onEnd = (): void => {
    inbox.ended = true;
    wake();
  };
  stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd);
  stream.pause();
  return inbox;
}

/** Starts a dialogue; every wait ends with its time limit, the signal, or the stream. Never throws. */
export function createDialogue(stream: Duplex, signal: AbortSignal): Dialogue {
  const inbox = createInbox(stream);
  const hear = (timeoutMs: number): Promise<Heard> =>
    new Promise((resolve) => {
      const settle = (heard: Heard): void => {
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
        inbox.onChange(() => {});
        resolve(heard);
      };
      const fail = (...why: Parameters<typeof netFailed>): void => settle({ ok: false, failure: netFailed(...why) });
      const onAbort = (): void => settle({ ok: false, failure: abortFailure(signal) });
      const look = (): void => {
        const progress = progressOf(inbox.text);
        if (progress !== null) {
          inbox.text = progress.rest;
          settle(progress.heard);
        } else if (inbox.ended) fail('closed', 'closed-before-tls');
        else stream.resume();
      };
      const cancelTimer = systemClock.schedule(timeoutMs, () => fail('timeout', 'silent-before-tls', timeoutMs));
      signal.addEventListener('abort', onAbort);
      inbox.onChange(look);
      if (signal.aborted) onAbort();
      else look();
    });

  const say = (...commands: readonly string[]): void => {
    if (!stream.destroyed) stream.write(commands.map((command) => `${command}\r\n`).join(''), 'latin1');
  };
  return {
    hear,
    ask: async (command, timeoutMs) => {
      // Unrequested replies would be mistaken for those to the next commands.
      if (inbox.text !== '') return { ok: false, failure: netFailed('malformed', 'said-more-before-tls') };
      say(command);
      return hear(timeoutMs);
    },
    say,
    get left() {
      return inbox.text.length;
    },
    leave: inbox.leave,
  };
}
