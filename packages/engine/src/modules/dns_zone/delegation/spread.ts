import { fail, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digAnswers } from '../../../catalogue/dig.ts';
import { zoneCheck } from '../../derive/dns/checks.ts';
import { networkOf } from '../../derive/dns/networks.ts';
import { addressCount, type FoundZone } from '../../derive/dns/servers.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { counted } from '../../derive/words/text.ts';

interface Spread {
  names: string[];
  ipv4: string[];
  ipv6: string[];
  /** Why an address is missing; null: all are known. */
  gap: string | null;
}

/** Names and addresses of all servers, by the resolver and the parent's glue. */
function spreadOf({ serverNames }: FoundZone): Spread {
  const open = serverNames.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]).find((one) => !one.known);
  const addresses = serverNames.flatMap(({ ipv4, ipv6, glue }) => [
    ...(ipv4.known ? ipv4.value : []),
    ...(ipv6.known ? ipv6.value : []),
    ...glue,
  ]);
  const all = [...new Set(addresses)];
  return {
    names: [...new Set(serverNames.map(({ name }) => name))],
    ipv4: all.filter((address) => !address.includes(':')),
    ipv6: all.filter((address) => address.includes(':')),
    gap: open === undefined || open.known ? null : detailOf(open.failure),
  };
}

const lines = ({ serverNames }: FoundZone): string[] =>
  serverNames.map(
    ({ name, ipv4, ipv6, glue }) =>
      `${name}: ${[...new Set([...(ipv4.known ? ipv4.value : []), ...(ipv6.known ? ipv6.value : []), ...glue])].join(' ') || 'no address'}`,
  );

/** Names and addresses as anybody finds them; glue that differs is a check of its own. */
const commandFor = ({ name, serverNames }: FoundZone): string | null =>
  digAnswers(
    ['NS', name],
    ...[...new Set(serverNames.map((server) => server.name))].flatMap((server): [string, string][] => [
      ['A', server],
      ['AAAA', server],
    ]),
  );

export const dnsNsCount = zoneCheck({
  id: 'dns-ns-count',
  title: 'The zone has two name servers with addresses of their own',
  finding: 'Fewer than two name servers',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  references: ['RFC 2182 section 5', 'RFC 1034 section 4.1'],
  judge: ({ zone }) => {
    const { names, ipv4, ipv6, gap } = spreadOf(zone);
    if (names.length === 0) return inconclusive('The name servers of the zone are not known');
    const addresses = ipv4.length + ipv6.length;
    if (names.length >= 2 && addresses >= 2)
      return pass(`${counted(names.length, 'name server')} with ${addressCount(addresses)}`);
    if (names.length >= 2 && gap !== null) return inconclusive(gap);
    return fail({
      description: `${zone.name} has ${counted(names.length, 'name server')} with ${addressCount(addresses)}: one failure takes the domain off the internet. Expected: at least two, on separate machines.`,
      evidence: [lines(zone), commandFor(zone)],
    });
  },
});

export const dnsNsPrefixDiversity = zoneCheck({
  id: 'dns-ns-prefix-diversity',
  title: 'The name servers stand in different networks',
  finding: 'All name servers are in one network',
  weakness: { cvss: 'resilience', cwe: [1188] },
  references: ['RFC 2182 section 3.1'],
  judge: ({ zone }) => {
    const { names, ipv4, ipv6, gap } = spreadOf(zone);
    if (names.length === 0) return inconclusive('The name servers of the zone are not known');
    if (ipv4.length + ipv6.length < 2) return notApplicable('There are fewer than two addresses');
    const networks = [...new Set([...ipv4, ...ipv6].map(networkOf))];
    const isOne = new Set(ipv4.map(networkOf)).size <= 1 && new Set(ipv6.map(networkOf)).size <= 1;
    if (!isOne) return pass(`Addresses in ${counted(networks.length, 'network')}`);
    if (gap !== null) return inconclusive(gap);
    return fail({
      description: `All name servers of ${zone.name} are in ${networks.join(' and ')}: a failure of that network takes the domain off the internet. Expected: servers in networks of different places.`,
      evidence: [lines(zone), commandFor(zone)],
    });
  },
});
