import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { addressesWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { NetFailure, Observed } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilitiesEvidence } from '../../evidence/vulnerabilities/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { secure } from '../../net/http/secure.ts';
import type { ProbeContext } from '../probe.ts';
import type { TextLines } from './text-lines.ts';
import { linesOf } from './text-lines.ts';

type Injection = (VulnerabilitiesEvidence['startTls'] & { known: true })['value'][number];
type Finding = Pick<Injection, 'injected' | 'proof'>;

/** One plaintext protocol: how it upgrades, what is sent behind that, and how answers to it look. */
interface Dialect {
  protocol: Injection['protocol'];
  port: number;
  upgrade: string;
  /** Harmless, and answered before any login. */
  injected: string;
  isGreeting: (line: string) => boolean;
  isAgreed: (line: string) => boolean;
  isInjectedAnswer: (line: string) => boolean;
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
  isInjectedAnswer: (line) => /^p2 (OK|NO|BAD)/i.test(line),
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
  // The end of a list or an error; a second greeting inside TLS would be wrong, and no answer.
  isInjectedAnswer: (line) => line === '.' || line.startsWith('-ERR'),
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

const nothingSeen = (reason: NetFailure['reason'] | 'not-tested', detail: string, proof: string[] = []): Finding => ({
  injected: unseen(reason, detail),
  proof,
});

/** What comes inside TLS before anything was asked there, and then whether the server answers at all. */
async function listenInside(tls: TLSSocket, dialect: Dialect, proof: string[]): Promise<Finding> {
  const lines = linesOf(tls);
  const unasked = await until(lines, dialect.isInjectedAnswer, unaskedWaitMs);
  if (unasked !== null) {
    const line = `Inside TLS, before anything was asked there: ${shown(unasked)}`;
    return {
      injected: seen(true),
      proof: [...proof, line, 'A command from before the handshake was answered inside it'],
    };
  }
  tls.write(`${dialect.control}\r\n`);
  const isAnswer = (line: string): boolean => dialect.isControlAnswer(line) || dialect.isInjectedAnswer(line);
  const answer = await until(lines, isAnswer, stepTimeoutMs);
  if (answer === null) return nothingSeen('timeout', 'The server did not answer inside TLS', proof);
  const isLate = dialect.protocol === 'imap' && dialect.isInjectedAnswer(answer);
  proof.push(`Inside TLS, ${dialect.control} was answered: ${shown(answer)}`);
  proof.push(
    isLate
      ? 'A command from before the handshake was answered inside it'
      : 'The command before the handshake was dropped',
  );
  return { injected: seen(isLate), proof };
}

async function speak(socket: Socket, host: string, dialect: Dialect, signal: AbortSignal): Promise<Finding> {
  const lines = linesOf(socket);
  const greeting = await until(lines, () => true, stepTimeoutMs);
  if (greeting === null) return nothingSeen('timeout', 'The server sent no greeting');
  if (!dialect.isGreeting(greeting))
    return nothingSeen('malformed', `The greeting is not ${dialect.protocol.toUpperCase()}'s`);
  // One piece, so that both commands lie in the server's buffer when it begins the handshake.
  socket.write(`${dialect.upgrade}\r\n${dialect.injected}\r\n`);
  const proof = [`Sent ${dialect.upgrade} and ${dialect.injected} in one segment`];
  const agreed = await until(lines, (line) => !line.startsWith('* '), stepTimeoutMs);
  if (agreed === null) return nothingSeen('timeout', `${dialect.upgrade} was not answered`, proof);
  if (!dialect.isAgreed(agreed))
    return nothingSeen('not-tested', `The server does not upgrade: ${shown(agreed)}`, proof);
  proof.push(`Answered in clear: ${shown(agreed)}`);
  if (lines.hasMore()) {
    proof.push('The second command was answered in clear as well');
    return { injected: seen(false), proof };
  }
  lines.stop();
  // No ALPN is offered: a mail server may rightly refuse every name that a web client has.
  const secured = await secure(socket, host, signal, []);
  if (!secured.ok) return nothingSeen(secured.failure.reason, secured.failure.detail, proof);
  return listenInside(secured.socket, dialect, proof);
}

async function askDoor(
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
  const finding = await speak(dialed.socket, host, dialect, deadline.signal);
  dialed.socket.destroy();
  return { host, address, port, protocol, ...finding };
}

/** Command injection before STARTTLS (the IMAP and POP3 kin of CVE-2011-0411), wherever such a port is open. */
export async function testStartTls(
  context: ProbeContext,
  endpoints: EndpointsEvidence,
): Promise<Observed<Injection[]>> {
  const asked = addressesWith(endpoints, 'web').flatMap(({ host, address }) =>
    dialects.map((dialect) => askDoor(context, host, address, dialect)),
  );
  return seen((await Promise.all(asked)).filter((one) => one !== null));
}
