import { addressesWith } from '../../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../../evidence/endpoints/schema.ts';
import { type Observed, seen } from '../../../evidence/observed.ts';
import type { VulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import { startDeadline } from '../../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../../net/dialer.ts';
import type { ProbeContext } from '../../probe.ts';
import { type Dialect, dialects } from './dialects.ts';
import { speak } from './pipelining.ts';

type Injection = (VulnerabilitiesEvidence['startTls'] & { known: true })['value'][number];

/** Ports where a command after STARTTLS is tested, in deep mode. */
export const injectionPorts: readonly number[] = dialects.map(({ port }) => port);

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
  using deadline = startDeadline(context.signal, { name: `starttls-of(${protocol.toUpperCase()})`, timeoutMs: 20_000 });
  const onAbort = (): void => {
    dialed.socket.destroy();
  };
  deadline.signal.addEventListener('abort', onAbort);
  const exchange = await speak(dialed.socket, host, dialect, deadline.signal);
  dialed.socket.destroy();
  return { host, address, port, protocol, exchange };
}

/** STARTTLS command injection (the IMAP and POP3 variants of CVE-2011-0411) on each open port. */
export async function testStartTls(
  context: ProbeContext,
  endpoints: EndpointsEvidence,
): Promise<Observed<Injection[]>> {
  const asked = addressesWith(endpoints, 'web').flatMap(({ host, address }) =>
    dialects.map((dialect) => askService(context, host, address, dialect)),
  );
  return seen((await Promise.all(asked)).filter((one) => one !== null));
}
