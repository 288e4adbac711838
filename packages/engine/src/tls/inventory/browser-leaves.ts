import { type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';
import type { BrowserName } from '../client/browser-offers.data.ts';
import { platformHandshake } from '../client/platform-handshake.ts';
import type { EndpointPlan } from './endpoint-plan.ts';
import type { ScanSession } from './scan-session.ts';

const browsers: readonly BrowserName[] = ['chrome', 'firefox'];

async function leafFor({ client, host, signal }: ScanSession, browser: BrowserName): Promise<Observed<string>> {
  const dialed = await client.connection.open();
  if (!dialed.ok) return unobserved(dialed.failure);
  const request = { serverName: host, minVersion: 'TLSv1.2', awaitsTicket: false, browser } as const;
  const { handshake, failure } = await platformHandshake(dialed.socket, request, signal);
  const [leaf] = handshake?.chain ?? [];
  if (leaf !== undefined) return seen(sha256Hex(leaf));
  return unobserved(failure ?? { reason: 'closed', gap: 'handshake-closed' });
}

/** Which of several certificates browsers get: servers choose by what a client offers. Asked where a web server showed several. */
export async function withBrowserLeaves(
  session: ScanSession,
  { depth, startTls }: EndpointPlan,
  endpoint: TlsEndpoint,
): Promise<TlsEndpoint> {
  const isWeb = startTls === undefined && (depth === 'full' || depth === 'light');
  if (!isWeb || endpoint.chains.length < 2) return endpoint;
  const leaves = await Promise.all(browsers.map(async (browser) => leafFor(session, browser)));
  const got = leaves.flatMap((leaf) => (leaf.known ? [leaf.value] : []));
  const [first] = leaves;
  const browserLeaves =
    got.length > 0 || first === undefined || first.known
      ? seen([...new Set(got)].toSorted())
      : unobserved(first.failure);
  return { ...endpoint, browserLeaves, connections: session.client.connection.opened };
}
