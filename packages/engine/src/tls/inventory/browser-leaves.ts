import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';
import type { BrowserName } from '../client/browser-offers.data.ts';
import { platformHandshake } from '../client/platform-handshake.ts';
import type { EndpointPlan } from './endpoint-plan.ts';
import { readChains, type ShownChain } from './observed/chains.ts';
import type { ScanSession } from './scan-session.ts';

/**
 * The same hello several times: a server that chooses by the hello always returns the same certificate, a load balancer
 * may not. Six hellos detect one differing backend of four in five of six cases.
 */
const hellos: readonly BrowserName[] = ['chrome', 'firefox', 'chrome', 'firefox', 'chrome', 'firefox'];
/** For servers whose choice is certain. */
const onceEach = hellos.slice(0, 2);

const keysOf = (suites: Iterable<number>): number =>
  new Set(Array.from(suites, (code) => cipherSuites.get(code)?.authentication)).size;

/**
 * True where the inventory answers the question: there is one certificate per key type, every TLS 1.2 answer follows
 * the server's order, and enough of them had a choice of key types.
 */
const isChosenByOrder = ({ transcript }: ScanSession, { chains, versions }: TlsEndpoint): boolean => {
  const found = versions.find(({ version }) => version === 'TLSv1.2');
  if (found === undefined || found.order !== 'server' || !found.complete) return false;
  const isOneEach = new Set(chains.map(({ keyType }) => keyType)).size === chains.length;
  const choices = transcript.choices().map(({ offered, suite }) => ({
    suite,
    accepted: found.suites.filter((code) => offered.has(code)),
  }));
  const isPredicted = choices.every(({ suite, accepted }) => suite === accepted[0]);
  const between = choices.filter(({ accepted }) => keysOf(accepted) > 1);
  return isOneEach && isPredicted && between.length >= hellos.length;
};

interface Got {
  browser: BrowserName;
  leaf: string;
  chain: ShownChain;
}

async function chainFor({ client, host, signal }: ScanSession, browser: BrowserName): Promise<Observed<Got>> {
  const dialed = await client.connection.open();
  if (!dialed.ok) return unobserved(dialed.failure);
  const request = { serverName: host, minVersion: 'TLSv1.2', awaitsTicket: false, browser } as const;
  const { handshake, failure } = await platformHandshake(dialed.socket, request, signal);
  const [leaf] = handshake?.chain ?? [];
  if (handshake === null || leaf === undefined)
    return unobserved(failure ?? { reason: 'closed', gap: 'handshake-closed' });
  const viaVersion = handshake.version === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2';
  return seen({ browser, leaf: sha256Hex(leaf), chain: { viaVersion, certificates: handshake.chain } });
}

/** True where equal hellos got different certificates: the choice is random. */
const isByChance = (got: readonly Got[]): boolean =>
  [...Map.groupBy(got, ({ browser }) => browser).values()].some(
    (same) => new Set(same.map(({ leaf }) => leaf)).size > 1,
  );

/**
 * Which of several certificates browsers receive: servers choose by the offer. Tested where a web server showed
 * several; with a random choice, browsers receive all of them.
 */
export async function withBrowserLeaves(
  session: ScanSession,
  { depth, startTls }: EndpointPlan,
  endpoint: TlsEndpoint,
): Promise<TlsEndpoint> {
  const isWeb = startTls === undefined && (depth === 'full' || depth === 'light');
  if (!isWeb || endpoint.chains.length < 2) return endpoint;
  const asked = isChosenByOrder(session, endpoint) ? onceEach : hellos;
  const answers = await Promise.all(asked.map(async (browser) => chainFor(session, browser)));
  const got = answers.flatMap((answer) => (answer.known ? [answer.value] : []));
  const known = new Set(endpoint.chains.map(({ certificates: [leaf] }) => leaf?.sha256));
  const chains = [
    ...endpoint.chains,
    ...readChains(got.filter(({ leaf }) => !known.has(leaf)).map(({ chain }) => chain)),
  ];
  const leaves = isByChance(got)
    ? chains.flatMap(({ certificates: [leaf] }) => leaf?.sha256 ?? [])
    : got.map(({ leaf }) => leaf);
  const [first] = answers;
  const browserLeaves =
    got.length > 0 || first === undefined || first.known
      ? seen([...new Set(leaves)].toSorted())
      : unobserved(first.failure);
  return { ...endpoint, chains, browserLeaves, connections: session.client.connection.opened };
}
