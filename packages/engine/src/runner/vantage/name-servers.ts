import { printAddressPort } from '@perimeter/protocols/dns/address';
import { randomInt } from 'node:crypto';
import type { PortState, Reach } from '@perimeter/contract/score';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { typeCode } from '@perimeter/protocols/dns/types';
import { parseAddressPort } from '../../net/address-port.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';
import { askOverTcp } from '../../net/resolver/tcp.ts';
import type { AuditContext } from '../../probes/probe.ts';

/** Most name servers of one domain that are queried, one address each. */
const maxServers = 3;
const tcpTimeoutMs = 5_000;

/** The path by the answer to a query without RD: an authority sets AA, an intercepting resolver does not. */
function stateOf(answer: DirectAnswer): PortState {
  if (!answer.ok)
    return answer.failure.reason === 'timeout' || answer.failure.reason === 'unreachable' ? 'blocked' : 'unknown';
  if (!answer.reply.readable) return 'unknown';
  const { authoritative, recursionAvailable } = answer.reply.message.flags;
  return authoritative && !recursionAvailable ? 'open' : 'intercepted';
}

async function askServer(context: AuditContext, zone: string, host: string): Promise<PortState[]> {
  const { resolver, authoritative, signal } = context;
  const { records } = await resolver.query(host, 'A', { signal });
  const address = records.find(({ type }) => type === 'A')?.data;
  if (address === undefined) return [];
  const question = { name: zone, type: 'SOA' };
  const udp = await authoritative.ask({ address, host }, question, { signal, tcp: 'never' });
  const opened = await authoritative.open({ address, host }, signal);
  if (!opened.ok) return [stateOf(udp), stateOf(opened)];
  const tcp = await opened.session.ask(question, signal);
  opened.session.close();
  return [stateOf(udp), stateOf(tcp)];
}

/** Port 53 from here, over UDP and TCP: intercepted where another server answers, blocked where nothing arrives. */
export async function port53(context: AuditContext, zones: readonly string[]): Promise<PortState> {
  const states = await Promise.all(
    zones.map(async (zone) => {
      const { records } = await context.resolver.query(zone, 'NS', { signal: context.signal });
      const hosts = records.flatMap(({ type, data }) => (type === 'NS' ? [data] : [])).slice(0, maxServers);
      return (await Promise.all(hosts.map((host) => askServer(context, zone, host)))).flat();
    }),
  );
  const all = states.flat();
  if (all.includes('intercepted')) return 'intercepted';
  if (all.includes('open')) return all.filter((one) => one === 'blocked').length * 2 >= all.length ? 'blocked' : 'open';
  return all.includes('blocked') ? 'blocked' : 'unknown';
}

/** Whether a resolver answers over TCP. A busy one closes connections at once, so a failure is retried. */
export async function resolverTcp({ resolver, signal }: AuditContext): Promise<Reach> {
  const [first] = resolver.servers;
  const [address = '', port = ''] = (first ?? '').split('#');
  const server = parseAddressPort(printAddressPort({ address, port }));
  if (server === null) return 'unknown';
  const query = buildQuery({ id: randomInt(0x1_0000), name: '.', type: typeCode('NS'), recursionDesired: true });
  const answers = async (): Promise<boolean> =>
    (await askOverTcp(server, query, { signal, timeoutMs: tcpTimeoutMs }, () => {})).ok;
  return (await answers()) || (await answers()) ? 'yes' : 'no';
}
