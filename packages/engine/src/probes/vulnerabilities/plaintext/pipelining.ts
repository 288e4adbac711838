import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Observed, seen, unobserved, untested, unclear } from '../../../evidence/observed.ts';
import { answersInjected, type PipelinedCommand } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import { secure } from '../../../net/tls-stream/secure.ts';
import type { Dialect } from './dialects.ts';
import { type TextLines, linesOf } from './text-lines.ts';

type Exchange = Observed<PipelinedCommand>;

const stepTimeoutMs = 5_000;
/** An answer to a command buffered before TLS comes at once. */
const unaskedWaitMs = 1_200;
const maxLines = 40;

const shown = (line: string): string => line.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);

async function until(lines: TextLines, wanted: (line: string) => boolean, timeoutMs: number): Promise<string | null> {
  for (let count = 0; count < maxLines; count += 1) {
    const line = await lines.next(timeoutMs);
    if (typeof line !== 'string') return null;
    if (wanted(line)) return line;
  }
  return null;
}

/** The plaintext part of the exchange. */
type InClear = Omit<PipelinedCommand, 'unasked' | 'control'>;

/** Reads unrequested data inside TLS, then tests whether the server answers at all. */
async function listenInside(tls: TLSSocket, dialect: Dialect, clear: InClear): Promise<Exchange> {
  const lines = linesOf(tls);
  const isInjectedAnswer = answersInjected[dialect.protocol];
  const unasked = await until(lines, isInjectedAnswer, unaskedWaitMs);
  if (unasked !== null) return seen({ ...clear, unasked: shown(unasked), control: null });
  tls.write(`${dialect.control}\r\n`);
  const isAnswer = (line: string): boolean => dialect.isControlAnswer(line) || isInjectedAnswer(line);
  const answer = await until(lines, isAnswer, stepTimeoutMs);
  if (answer === null) return unclear('timeout', 'silent-inside-tls');
  return seen({ ...clear, unasked: null, control: { command: dialect.control, answer: shown(answer) } });
}

/** Sends the upgrade with another command, and reads the answers inside TLS. */
export async function speak(socket: Socket, host: string, dialect: Dialect, signal: AbortSignal): Promise<Exchange> {
  const { protocol, upgrade, injected } = dialect;
  const lines = linesOf(socket);
  const greeting = await until(lines, () => true, stepTimeoutMs);
  if (greeting === null) return unclear('timeout', 'no-greeting');
  if (!dialect.isGreeting(greeting)) return unclear('malformed', 'other-greeting', protocol.toUpperCase());
  // One segment, so that the server has buffered both commands when it starts the handshake.
  socket.write(`${upgrade}\r\n${injected}\r\n`);
  const agreed = await until(lines, (line) => !line.startsWith('* '), stepTimeoutMs);
  if (agreed === null) return unclear('timeout', 'upgrade-unanswered', upgrade);
  if (!dialect.isAgreed(agreed)) return untested('no-upgrade', shown(agreed));
  const answeredInClear = lines.hasMore();
  const clear: InClear = { protocol, upgrade, injected, agreement: shown(agreed), answeredInClear };
  if (answeredInClear) return seen({ ...clear, unasked: null, control: null });
  lines.stop();
  // Without ALPN: a mail server may refuse every web protocol.
  const secured = await secure(socket, host, signal, []);
  if (!secured.ok) return unobserved(secured.failure);
  return listenInside(secured.socket, dialect, clear);
}
