import { inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digAnswers } from '../../../catalogue/dig.ts';
import { narrow, recordChecks } from '../../../catalogue/record-check.ts';
import { selectZone, type ZoneKinds, zoneNeeds } from '../../derive/dns/checks.ts';
import { networkOf } from '../../derive/dns/networks.ts';
import { addressCount, type FoundZone } from '../../derive/dns/servers.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { counted } from '../../derive/words/text.ts';

interface Spread {
  zone: FoundZone;
  names: string[];
  ipv4: string[];
  ipv6: string[];
  /** Why an address is missing; null: all are known. */
  gap: string | null;
}

/** The addresses of a server, by the resolver and the parent's glue. */
const addressesOf = ({ ipv4, ipv6, glue }: FoundZone['serverNames'][number]): string[] => [
  ...new Set([...(ipv4.known ? ipv4.value : []), ...(ipv6.known ? ipv6.value : []), ...glue]),
];

/** Names and addresses of all servers. */
function spreadOf(zone: FoundZone): Spread {
  const { serverNames } = zone;
  const open = serverNames.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]).find((one) => !one.known);
  const all = [...new Set(serverNames.flatMap(addressesOf))];
  return {
    zone,
    names: [...new Set(serverNames.map(({ name }) => name))],
    ipv4: all.filter((address) => !address.includes(':')),
    ipv6: all.filter((address) => address.includes(':')),
    gap: open === undefined || open.known ? null : detailOf(open.failure),
  };
}

const lines = ({ serverNames }: FoundZone): string[] =>
  serverNames.map((server) => `${server.name}: ${addressesOf(server).join(' ') || 'no address'}`);

/** Names and addresses as anybody finds them; glue that differs is a check of its own. */
const commandFor = ({ name, serverNames }: FoundZone): string | null =>
  digAnswers(
    ['NS', name],
    ...[...new Set(serverNames.map((server) => server.name))].flatMap((server): [string, string][] => [
      ['A', server],
      ['AAAA', server],
    ]),
  );

/** Declares a check of the names and addresses of all servers. */
const spreadCheck = recordChecks({
  needs: zoneNeeds,
  select: (evidence: ZoneKinds) =>
    narrow(selectZone(evidence), ({ zone }) =>
      zone.serverNames.length === 0
        ? inconclusive('The name servers of the zone are not known')
        : { records: spreadOf(zone), reproduce: commandFor(zone) },
    ),
  shows: ({ zone }) => lines(zone),
});

export const dnsNsCount = spreadCheck({
  id: 'dns-ns-count',
  title: 'The zone has two name servers with addresses of their own',
  finding: 'Fewer than two name servers',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  references: ['RFC 2182 section 5', 'RFC 1034 section 4.1'],
  judge: ({ zone, names, ipv4, ipv6, gap }) => {
    const addresses = ipv4.length + ipv6.length;
    if (names.length >= 2 && addresses >= 2)
      return pass(`${counted(names.length, 'name server')} with ${addressCount(addresses)}`);
    if (names.length >= 2 && gap !== null) return inconclusive(gap);
    return `${zone.name} has ${counted(names.length, 'name server')} with ${addressCount(addresses)}: one failure takes the domain off the internet. Expected: at least two, on separate machines.`;
  },
});

export const dnsNsPrefixDiversity = spreadCheck({
  id: 'dns-ns-prefix-diversity',
  title: 'The name servers stand in different networks',
  finding: 'All name servers are in one network',
  weakness: { cvss: 'resilience', cwe: [1188] },
  references: ['RFC 2182 section 3.1'],
  judge: ({ zone, ipv4, ipv6, gap }) => {
    if (ipv4.length + ipv6.length < 2) return notApplicable('There are fewer than two addresses');
    const networks = [...new Set([...ipv4, ...ipv6].map(networkOf))];
    const isOne = new Set(ipv4.map(networkOf)).size <= 1 && new Set(ipv6.map(networkOf)).size <= 1;
    if (!isOne) return pass(`Addresses in ${counted(networks.length, 'network')}`);
    if (gap !== null) return inconclusive(gap);
    return `All name servers of ${zone.name} are in ${networks.join(' and ')}: a failure of that network takes the domain off the internet. Expected: servers in networks of different places.`;
  },
});
