import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { addressesWith } from '../../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../../evidence/endpoints/schema.ts';
import { type Observed, seen, unobserved, untested, unclear } from '../../../evidence/observed.ts';
import { answersInjected, type PipelinedCommand } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import type { VulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import { startDeadline } from '../../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../../net/dialer.ts';
import { secure } from '../../../net/http/secure.ts';
import type { ProbeContext } from '../../probe.ts';
import { type TextLines, linesOf } from './text-lines.ts';

type Injection = (VulnerabilitiesEvidence['startTls'] & { known: true })['value'][number];
type Exchange = Injection['exchange'];

/** One plaintext protocol: how it upgrades, what is sent behind that, and how answers to it look. */
interface Dialect {
  protocol: Injection['protocol'];
  port: number;
  upgrade: string;
  /** Harmless, and answered before any login. */
  injected: string;
  isGreeting: (line: string) => boolean;
  isAgreed: (line: string) => boolean;
  /** Asked inside TLS: that it is answered shows that the server listens there. */
  control: string;
  isControlAnswer: (line: string) => boolean;
}

const imap: Dialect = {
  protocol: 'imap',
  port: 143,
  upgrade: 'p1 STARTTLS',
  injected: 'p2 NOOP',
  isGreeting: (line) => line.startsWith('* OK'),
  isAgreed: (line) => /^p1 OK/i.test(line),
  control: 'p3 NOOP',
  isControlAnswer: (line) => /^p3 (OK|NO|BAD)/i.test(line),
};

const isPopAnswer = (line: string): boolean => line.startsWith('+OK') || line.startsWith('-ERR');

const pop3: Dialect = {
  protocol: 'pop3',
  port: 110,
  upgrade: 'STLS',
  injected: 'CAPA',
  isGreeting: (line) => line.startsWith('+OK'),
  isAgreed: (line) => line.startsWith('+OK'),
  control: 'CAPA',
  isControlAnswer: isPopAnswer,
};

const dialects = [imap, pop3] as const;

/** Ports on which a command behind STARTTLS is tried, in deep mode. */
export const injectionPorts: readonly number[] = dialects.map(({ port }) => port);

const stepTimeoutMs = 5_000;
/** An answer to a command that was already there when TLS began comes at once. */
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

/** What was exchanged in clear. */
type InClear = Omit<PipelinedCommand, 'unasked' | 'control'>;

/** What comes inside TLS before anything was asked there, and then whether the server answers at all. */
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

async function speak(socket: Socket, host: string, dialect: Dialect, signal: AbortSignal): Promise<Exchange> {
  const { protocol, upgrade, injected } = dialect;
  const lines = linesOf(socket);
  const greeting = await until(lines, () => true, stepTimeoutMs);
  if (greeting === null) return unclear('timeout', 'no-greeting');
  if (!dialect.isGreeting(greeting)) return unclear('malformed', 'other-greeting', protocol.toUpperCase());
  // One piece, so that both commands lie in the server's buffer when it begins the handshake.
  socket.write(`${upgrade}\r\n${injected}\r\n`);
  const agreed = await until(lines, (line) => !line.startsWith('* '), stepTimeoutMs);
  if (agreed === null) return unclear('timeout', 'upgrade-unanswered', upgrade);
  if (!dialect.isAgreed(agreed)) return untested('no-upgrade', shown(agreed));
  const answeredInClear = lines.hasMore();
  const clear: InClear = { protocol, upgrade, injected, agreement: shown(agreed), answeredInClear };
  if (answeredInClear) return seen({ ...clear, unasked: null, control: null });
  lines.stop();
  // No ALPN is offered: a mail server may rightly refuse every name that a web client has.
  const secured = await secure(socket, host, signal, []);
  if (!secured.ok) return unobserved(secured.failure);
  return listenInside(secured.socket, dialect, clear);
}

async function askService(
  context: ProbeContext,
  host: string,
  address: string,
  dialect: Dialect,
): Promise<Injection | null> {
  const { protocol, port } = dialect;
  const dialed = await context.dialer.connect(
    { address, port, host },
    { signal: context.signal, timeoutMs: firstConnectTimeoutMs },
  );
  if (!dialed.ok) return null;
  using deadline = startDeadline(context.signal, { name: `STARTTLS of ${protocol.toUpperCase()}`, timeoutMs: 20_000 });
  const onAbort = (): void => {
    dialed.socket.destroy();
  };
  deadline.signal.addEventListener('abort', onAbort);
  const exchange = await speak(dialed.socket, host, dialect, deadline.signal);
  dialed.socket.destroy();
  return { host, address, port, protocol, exchange };
}

/** Command injection before STARTTLS (the IMAP and POP3 kin of CVE-2011-0411), wherever such a port is open. */
export async function testStartTls(
  context: ProbeContext,
  endpoints: EndpointsEvidence,
): Promise<Observed<Injection[]>> {
  const asked = addressesWith(endpoints, 'web').flatMap(({ host, address }) =>
    dialects.map((dialect) => askService(context, host, address, dialect)),
  );
  return seen((await Promise.all(asked)).filter((one) => one !== null));
}
