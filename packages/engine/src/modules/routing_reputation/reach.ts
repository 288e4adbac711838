import { recordsAt } from '../../catalogue/dig.ts';
import {
  failEach,
  type Fault,
  inconclusive,
  notApplicable,
  unlessOpen,
  type Why,
  whyBy,
  whyAs,
  failedWhy,
} from '../../catalogue/outcome.ts';
import { checkOf, narrow } from '../../catalogue/check-of.ts';
import { failureText } from '../../evidence/failure-text.ts';
import type { NetFailureReason, Observed } from '../../evidence/observed.ts';
import type { NeededHost } from '../../evidence/routing/schema.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { hostsOf, noIpv6Here, ofFamily } from './derive/hosts.ts';
import { type Routing, requiredHosts } from '../derive/subjects/routing.ts';

interface Reach {
  routing: Routing;
  tls: EvidenceByKind['tls'];
  /** Some IPv6 address answered in this audit, so silence is caused by the host. */
  isProven: boolean;
}

/** Whether the port of an address accepts connections; null: not tried. */
function reached({ routing, tls }: Reach, address: string, port: number): Observed<true> | null {
  if (port === 80) return routing.connections.find((one) => one.address === address)?.accepted ?? null;
  const endpoint = tls.endpoints.find((one) => one.address === address && one.port === port);
  if (endpoint === undefined) return null;
  return endpoint.unreachable === null ? { known: true, value: true } : { known: false, failure: endpoint.unreachable };
}

/** Failures that prove a refused or lost connection, not a limit of this audit. */
const telling: ReadonlySet<string> = new Set<NetFailureReason>([
  'refused',
  'unreachable',
  'timeout',
  'reset',
  'closed',
]);

interface DeadWay {
  host: string;
  port: number;
  lines: string[];
  confidence: 'confirmed' | 'firm';
}

/** open: why nothing is known. */
type Way = DeadWay | { open: Why } | { works: true };

const isBlocked = ({ addresses }: Routing, address: string): boolean =>
  addresses.some((one) => one.address === address && one.blockedBy !== undefined);

/** One port of a host over IPv6; null where IPv4 does not work either. */
function wayOf(reach: Reach, host: NeededHost, port: number): Way | null {
  const four = ofFamily(host, 4).map((address) => reached(reach, address, port));
  if (!four.some((one) => one?.known === true)) return null;
  const six = ofFamily(host, 6).map((address) => ({ address, accepted: reached(reach, address, port) }));
  if (six.some(({ accepted }) => accepted?.known === true)) return { works: true };
  const failed = six.flatMap(({ address, accepted }) =>
    accepted === null || accepted.known ? [] : [{ address, failure: accepted.failure }],
  );
  const [first] = failed;
  if (first === undefined) return null;
  const vague = failed.find(({ failure }) => !telling.has(failure.reason));
  if (vague !== undefined) return { open: failedWhy(vague.failure) };
  // Clients try the next address, so an untested one may work.
  const left = six.find(({ address, accepted }) => accepted === null && !isBlocked(reach.routing, address));
  if (left !== undefined) return { open: whyBy('address-untried', { address: left.address, port }) };
  const lines = failed.map(({ address, failure }) => `[${address}]:${port}: ${failureText(failure)}`);
  const isRefused = failed.every(({ failure }) => failure.reason === 'refused');
  return isRefused || reach.isProven
    ? { host: host.name, port, lines, confidence: isRefused ? 'confirmed' : 'firm' }
    : { open: whyAs(first.failure, 'no-other-ipv6', { failure: failureText(first.failure) }) };
}

function unreachableDraft(host: string, ways: readonly DeadWay[]): Fault {
  const [first] = ways;
  return {
    subject: host,
    location: recordsAt(host, 'AAAA'),
    confidence: ways.every(({ confidence }) => confidence === 'confirmed') ? 'confirmed' : 'firm',
    description: `${host} answers over IPv4, but not over IPv6 on ${ways.map(({ port }) => `port ${port}`).join(' and ')}: clients with IPv6 wait before they fall back, and those without IPv4 never arrive. Expected: the same ports open at every address, or no AAAA record.`,
    evidence: [
      ...ways.flatMap(({ lines }) => lines),
      `Reproduce: curl -6 -sS --connect-timeout 5 -o /dev/null ${first?.port === 80 ? 'http' : 'https'}://${host}/`,
    ],
  };
}

/** Whether a connection over IPv6 succeeded in this audit. */
function isIpv6Proven(
  { endpoints }: EvidenceByKind['tls'],
  { servers }: EvidenceByKind['zone'],
  routing: Routing,
): boolean {
  return (
    endpoints.some(({ address, unreachable }) => address.includes(':') && unreachable === null) ||
    servers.some(({ family, udp, tcp }) => family === 6 && (udp.known || tcp.known)) ||
    routing.connections.some(({ address, accepted }) => address.includes(':') && accepted.known)
  );
}

/** The hosts that the domain needs, with their connections. */
const reachedHosts = narrow(
  requiredHosts,
  (routing, { tls, zone }) => ({ of: { routing, tls, isProven: isIpv6Proven(tls, zone, routing) } }),
  { needs: ['tls', 'zone'] },
);

export const ip6WebUnreachable = checkOf(reachedHosts, {
  id: 'ip6-web-unreachable',
  title: 'The web site answers over IPv6 as over IPv4',
  finding: 'Web site is unreachable over IPv6',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  at: ({ routing }) => recordsAt(routing.domain, 'AAAA'),
  judge: (reach) => {
    const { routing } = reach;
    const hosts = hostsOf(routing, 'web').filter((host) => ofFamily(host, 6).length > 0);
    const open = hostsOf(routing, 'web').flatMap(({ ipv6 }) => (ipv6.known ? [] : [ipv6.failure]))[0];
    if (hosts.length === 0)
      return open === undefined ? notApplicable('No web host has an AAAA record') : inconclusive(open);
    if (routing.ipv6Here !== true) return inconclusive(noIpv6Here);
    const ways = hosts.flatMap((host) => [80, 443].flatMap((port) => wayOf(reach, host, port) ?? []));
    const dead = Map.groupBy(
      ways.flatMap((way) => ('port' in way ? [way] : [])),
      ({ host }) => host,
    );
    const [gap] = ways.flatMap((way) => ('open' in way ? [way.open] : []));
    const otherwise =
      ways.length === 0
        ? notApplicable('No web host with an AAAA record answers over IPv4, so there is nothing to compare')
        : 'Every port that answers over IPv4 answers over IPv6';
    const drafts = [...dead].map(([host, all]) => unreachableDraft(host, all));
    return failEach(drafts, unlessOpen(gap, otherwise));
  },
});
