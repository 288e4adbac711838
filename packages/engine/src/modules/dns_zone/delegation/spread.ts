import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { inconclusive, informational, notApplicable, pass, openBy } from '../../../catalogue/outcome.ts';
import { digAnswers } from '../../../catalogue/dig.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { anycastSystems } from '../../derive/dns/anycast.data.ts';
import { delegatedZone } from '../../derive/subjects/zone.ts';
import { knownAddresses } from '../../../evidence/dns/known-addresses.ts';
import { networkOf } from '../../../evidence/dns/networks.ts';
import { addressCount, type FoundZone } from '../../../evidence/zone/servers.ts';
import { secondsPerDay } from '../../../evidence/words/time.ts';
import { counted } from '../../../evidence/words/text.ts';
import type { UnknownBecause } from '../../../evidence/observed.ts';

const tooFewAddresses = notApplicable('There are fewer than two addresses');

interface Spread {
  nowMs: number;
  zone: FoundZone;
  names: string[];
  ipv4: string[];
  ipv6: string[];
  /** Why an address is missing; null: all are known. */
  gap: UnknownBecause | null;
}

/** The addresses of a server, by the resolver and the parent's glue. */
const withGlue = (server: FoundZone['serverNames'][number]): string[] => [
  ...new Set([...knownAddresses(server), ...server.glue]),
];

/** Names and addresses of all servers. */
function spreadOf(zone: FoundZone, nowMs: number): Spread {
  const { serverNames } = zone;
  const open = serverNames.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]).find((one) => !one.known);
  const all = [...new Set(serverNames.flatMap(withGlue))];
  return {
    nowMs,
    zone,
    names: [...new Set(serverNames.map(({ name }) => name))],
    ipv4: all.filter((address) => !address.includes(':')),
    ipv6: all.filter((address) => address.includes(':')),
    gap: open === undefined || open.known ? null : open.failure,
  };
}

const lines = ({ serverNames }: FoundZone): string[] =>
  serverNames.map((server) => `${server.name}: ${withGlue(server).join(' ') || 'no address'}`);

/** Names and addresses as resolvers find them; differing glue has a separate check. */
const commandFor = ({ name, serverNames }: FoundZone): string | null =>
  digAnswers(
    ['NS', name],
    ...[...new Set(serverNames.map((server) => server.name))].flatMap((server): [string, string][] => [
      ['A', server],
      ['AAAA', server],
    ]),
  );

/** The names and addresses of all servers. */
const spread = narrow(
  delegatedZone,
  ({ zone, nowMs }) =>
    zone.serverNames.length === 0
      ? openBy('servers-unknown')
      : { of: spreadOf(zone, nowMs), reproduce: commandFor(zone) },
  { quote: ({ zone }) => lines(zone) },
);

export const dnsNsCount = checkOf(spread, {
  id: 'dns-ns-count',
  title: 'The zone has two name servers with addresses of their own',
  finding: 'Fewer than two name servers',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ zone, names, ipv4, ipv6, gap }) => {
    const addresses = ipv4.length + ipv6.length;
    if (names.length >= 2 && addresses >= 2)
      return pass(`${counted(names.length, 'name server')} with ${addressCount(addresses)}`);
    if (names.length >= 2 && gap !== null) return inconclusive(gap);
    return `${zone.name} has ${counted(names.length, 'name server')} with ${addressCount(addresses)}: one failure takes the domain off the internet. Expected: at least two, on separate machines.`;
  },
});

export const dnsNsPrefixDiversity = checkOf(spread, {
  id: 'dns-ns-prefix-diversity',
  title: 'The name servers stand in different networks',
  finding: 'All name servers are in one network',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone, ipv4, ipv6, gap }) => {
    if (ipv4.length + ipv6.length < 2) return tooFewAddresses;
    const networks = [...new Set([...ipv4, ...ipv6].map(networkOf))];
    const isOne = new Set(ipv4.map(networkOf)).size <= 1 && new Set(ipv6.map(networkOf)).size <= 1;
    if (!isOne) return pass(`Addresses in ${counted(networks.length, 'network')}`);
    if (gap !== null) return inconclusive(gap);
    return `All name servers of ${zone.name} are in ${networks.join(' and ')}: a failure of that network takes the domain off the internet. Expected: servers in networks of different places.`;
  },
});

/** Networks move between autonomous systems: an older route table proves nothing. */
const maxRouteDays = 30;

export const dnsNsAsnDiversity = checkOf(spread, {
  id: 'dns-ns-asn-diversity',
  title: 'The name servers are announced by several networks (AS)',
  finding: 'All name servers are in one autonomous system',
  mode: 'deep',
  judge: ({ nowMs, zone: { name, origins }, ipv4, ipv6, gap }) => {
    if (origins === undefined) return notApplicable('The evidence was collected without a table of routes');
    if (!origins.known) {
      const { failure } = origins;
      return failure.reason === 'not-tested' ? notApplicable(detailOf(failure)) : inconclusive(failure);
    }
    const { file, date, systems } = origins.value;
    const days = Math.floor((nowMs - Date.parse(date)) / 1_000 / secondsPerDay);
    if (days > maxRouteDays) return openBy('routing-list-old', { list: `table of routes ${file}`, days });
    const addresses = [...ipv4, ...ipv6];
    if (addresses.length < 2) return tooFewAddresses;
    const sets = addresses.map((address) => systems[address] ?? []);
    const routed = sets.filter((set) => set.length > 0);
    const [shared, ...others] = (routed[0] ?? []).filter((system) => routed.every((set) => set.includes(system)));
    if (shared === undefined && routed.length > 0)
      return pass(`Addresses in ${counted(new Set(sets.flat()).size, 'autonomous system')}`);
    const lost = addresses.find((_, at) => sets[at]?.length === 0);
    if (shared === undefined || lost !== undefined)
      return openBy('no-route-to', { address: lost ?? addresses.join(', ') });
    if (gap !== null) return inconclusive(gap);
    if (others.length > 0 || sets.some((set) => set.length > 1)) return openBy('several-origins');
    const operator = anycastSystems[shared];
    if (operator !== undefined) return notApplicable(`${operator} announces its name servers from many places`);
    return informational({
      description: `AS${shared} announces all name servers of ${name}: a failure or a wrong route of that system takes the domain off the internet. Anycast networks stand in many places all the same.`,
      evidence: [...addresses.map((address) => `${address}: AS${shared}`), `by ${file} of ${date}`],
    });
  },
});
