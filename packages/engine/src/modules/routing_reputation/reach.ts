import { defineCheck } from '../../catalogue/check.ts';
import { combine } from '../../catalogue/combine.ts';
import { recordsAt } from '../../catalogue/dig.ts';
import { fail, type FindingDraft, inconclusive, notApplicable, pass, type Unplaced } from '../../catalogue/outcome.ts';
import { detailOf, failureText } from '../../evidence/failure-text.ts';
import type { NetFailureReason, Observed } from '../../evidence/observed.ts';
import type { NeededHost } from '../../evidence/routing/schema.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { hostsOf, noIpv6Here, ofFamily, type Routing } from './derive/routing-check.ts';

interface Reach {
  routing: Routing;
  tls: EvidenceByKind['tls'];
  /** An IPv6 address answered this audit, so silence is that of the host. */
  isProven: boolean;
}

/** Whether the port of an address accepts connections; null: not tried. */
function reached({ routing, tls }: Reach, address: string, port: number): Observed<true> | null {
  if (port === 80) return routing.connections.find((one) => one.address === address)?.accepted ?? null;
  const endpoint = tls.endpoints.find((one) => one.address === address && one.port === port);
  if (endpoint === undefined) return null;
  return endpoint.unreachable === null ? { known: true, value: true } : { known: false, failure: endpoint.unreachable };
}

/** What shows that a connection is refused, or does not arrive, and not that we were kept from asking. */
const telling: ReadonlySet<string> = new Set<NetFailureReason>([
  'refused',
  'unreachable',
  'timeout',
  'reset',
  'closed',
]);

type Way =
  | { port: number; address: string; why: string; confidence: 'confirmed' | 'firm' }
  | { open: string }
  | 'works'
  | null;

/** One port of a host over IPv6, where IPv4 works. */
function wayOf(reach: Reach, host: NeededHost, port: number): Way {
  const four = ofFamily(host, 4).map((address) => reached(reach, address, port));
  if (!four.some((one) => one?.known === true)) return null;
  const six = ofFamily(host, 6).flatMap((address) => {
    const accepted = reached(reach, address, port);
    return accepted === null ? [] : [{ address, accepted }];
  });
  if (six.some(({ accepted }) => accepted.known)) return 'works';
  const [first] = six;
  if (first === undefined || first.accepted.known) return null;
  const { failure } = first.accepted;
  const why = failureText(failure);
  if (!telling.has(failure.reason)) return { open: why };
  if (failure.reason === 'refused') return { port, address: first.address, why, confidence: 'confirmed' };
  return reach.isProven
    ? { port, address: first.address, why, confidence: 'firm' }
    : { open: `${why}; no other IPv6 address answered this audit` };
}

function unreachableDraft(host: string, ways: readonly Extract<Way, { port: number }>[]): Unplaced<FindingDraft> {
  const [first] = ways;
  return {
    subject: host,
    location: recordsAt(host, 'AAAA'),
    confidence: ways.every(({ confidence }) => confidence === 'confirmed') ? 'confirmed' : 'firm',
    description: `${host} answers over IPv4, but not over IPv6 on ${ways.map(({ port }) => `port ${port}`).join(' and ')}: clients with IPv6 wait before they fall back, and those without IPv4 never arrive. Expected: the same ports open at every address, or no AAAA record.`,
    evidence: [
      ...ways.map(({ port, address, why }) => `[${address}]:${port}: ${why}`),
      `Reproduce: curl -6 -sS --connect-timeout 5 -o /dev/null ${first?.port === 80 ? 'http' : 'https'}://${host}/`,
    ],
  };
}

/** Connections over IPv6 that this audit made. */
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

export const ip6WebUnreachable = defineCheck({
  id: 'ip6-web-unreachable',
  title: 'The web site answers over IPv6 as over IPv4',
  finding: 'Web site is unreachable over IPv6',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  needs: ['routing', 'tls', 'zone', 'target'],
  evaluate: ({ routing: evidence, tls, zone, target }) => {
    const routing = {
      ...evidence,
      domain: target.domain,
      registrableDomain: target.registrableDomain,
      nowMs: target.startedAtMs,
    };
    const place = recordsAt(target.domain, 'AAAA');
    const hosts = hostsOf(routing, 'web').filter((host) => ofFamily(host, 6).length > 0);
    const open = hostsOf(routing, 'web').flatMap(({ ipv6 }) => (ipv6.known ? [] : [detailOf(ipv6.failure)]))[0];
    if (hosts.length === 0)
      return open === undefined ? notApplicable('No web host has an AAAA record') : inconclusive(open);
    if (routing.ipv6Here !== true) return inconclusive(noIpv6Here);
    const reach = { routing, tls, isProven: isIpv6Proven(tls, zone, routing) };
    const ways = hosts.map((host) => ({ host: host.name, ways: [80, 443].map((port) => wayOf(reach, host, port)) }));
    const failing = ways.flatMap(({ host, ways: all }) => {
      const dead = all.flatMap((way) => (way !== null && typeof way === 'object' && 'port' in way ? [way] : []));
      return dead.length === 0 ? [] : [unreachableDraft(host, dead)];
    });
    const [first, ...rest] = failing;
    if (first !== undefined)
      return combine('Web site is unreachable over IPv6', [{ ...fail(first, ...rest), location: place }]);
    const gap = ways.flatMap(({ ways: all }) =>
      all.flatMap((way) => (way !== null && typeof way === 'object' && 'open' in way ? [way.open] : [])),
    )[0];
    if (gap !== undefined) return inconclusive(gap);
    if (ways.every(({ ways: all }) => all.every((way) => way === null)))
      return notApplicable('No port of the web hosts answers over IPv4, so there is nothing to compare');
    return pass('Every port that answers over IPv4 answers over IPv6');
  },
});
