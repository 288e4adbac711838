import { seen, unobserved } from '../../evidence/observed.ts';
import type { NeededHost, RoutingEvidence } from '../../evidence/routing/schema.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { hasIpv6Route } from '../../net/routes/ipv6-route.ts';
import type { ProbeContext } from '../probe.ts';
import { routingCaps } from './limits.data.ts';

type Connection = RoutingEvidence['connections'][number];

/** Port 443 is covered by the TLS inventory. */
const port = 80;

async function connect({ dialer, signal }: ProbeContext, host: string, address: string): Promise<Connection> {
  const dialed = await dialer.connect({ address, port, host }, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return { host, address, port, accepted: unobserved(dialed.failure) };
  dialed.socket.destroy();
  return { host, address, port, accepted: seen(true) };
}

/** Whether the web hosts accept connections on port 80 over IPv6, and over IPv4 for comparison. */
export async function compareFamilies(
  context: ProbeContext,
  hosts: readonly NeededHost[],
): Promise<Pick<RoutingEvidence, 'ipv6Here' | 'connections'>> {
  const { guard, settings } = context;
  const isAllowed = (address: string): boolean => guard.check(address).allowed;
  const both = hosts.flatMap(({ name, role, ipv4, ipv6 }) => {
    const six = ipv6.known ? ipv6.value.filter(isAllowed) : [];
    const four = ipv4.known ? ipv4.value.filter(isAllowed)[0] : undefined;
    return six[0] === undefined
      ? []
      : [{ name, role, six: six[0], first: [six[0], ...(four === undefined ? [] : [four])], rest: six.slice(1) }];
  });
  const [first] = both;
  if (first === undefined) return { ipv6Here: null, connections: [] };
  const ipv6Here = await hasIpv6Route(settings.dialMap, { address: first.six, port, host: first.name });
  if (!ipv6Here) return { ipv6Here, connections: [] };
  const web = both.filter(({ role }) => role === 'web');
  // A host is reachable over IPv6 if one of its addresses is: one of each host and family is tried first, then the
  // rest.
  const wanted = (['first', 'rest'] as const).flatMap((turn) =>
    web.flatMap(({ name, [turn]: addresses }) => addresses.map((address) => ({ name, address }))),
  );
  const once = [...new Map(wanted.map((one) => [one.address, one])).values()];
  const most = routingCaps[context.target.scanMode].connections;
  const connections = await Promise.all(
    once.slice(0, most).map(async ({ name, address }) => connect(context, name, address)),
  );
  return { ipv6Here, connections };
}
