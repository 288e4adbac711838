import { digLines, recordsAt } from '../../catalogue/dig.ts';
import { failWhere, inconclusive, informational, informWhere, notApplicable, pass } from '../../catalogue/outcome.ts';
import { addressFamily, reverseNameOf } from '../../evidence/routing/prefix.ts';
import type { NeededHost } from '../../evidence/routing/schema.ts';
import { isInternalAddress } from '../derive/certificates/internal-names.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { webHosts, type Routing, requiredHosts } from '../derive/subjects/routing.ts';
import { addressGaps, hostsOf, isUsedBy, ofFamily, recordOf, recordTypeOf, usersOf } from './derive/hosts.ts';
import { isInRefusedRange } from '../../evidence/refused-address.ts';
import { listed } from '../../evidence/words/text.ts';
import { effectOfSpecial } from '../../evidence/routing/preference.ts';

const serving = (routing: Routing): NeededHost[] => [...hostsOf(routing, 'web'), ...hostsOf(routing, 'mail')];

/** Special-purpose addresses of web and mail hosts; an owner's opt-out does not count. */
const special = (routing: Routing, family: 4 | 6) =>
  routing.addresses.filter(
    (one) =>
      addressFamily(one.address) === family && isInRefusedRange(one) && isUsedBy(routing, one.address, 'web', 'mail'),
  );

/** The hosts that have the address, with a command for the first. */
const commandFor = (routing: Routing, address: string): string | null => {
  const host = routing.hosts.find((one) => [...ofFamily(one, 4), ...ofFamily(one, 6)].includes(address));
  return host === undefined ? null : digLines([recordTypeOf(address), host.name]);
};

/** Whether a host with this address also has a public one. */
const hasPublicOne = (routing: Routing, address: string): boolean =>
  routing.hosts.some((host) => {
    const own = [...ofFamily(host, 4), ...ofFamily(host, 6)];
    const blocked = new Set(routing.addresses.flatMap((one) => (one.blockedBy === undefined ? [] : [one.address])));
    return own.includes(address) && own.some((one) => !blocked.has(one));
  });

export const ipBogon = checkOf(requiredHosts, {
  id: 'ip-bogon',
  title: 'Web and mail hosts have addresses that are routed on the internet',
  finding: 'Public host with an address that is not routed',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: (routing) => {
    const gaps = addressGaps(serving(routing));
    if (serving(routing).every((host) => ofFamily(host, 4).length === 0))
      return gaps[0] === undefined ? notApplicable('Web and mail have no IPv4 address') : inconclusive(gaps[0]);
    // A name with only internal addresses is another fault: it discloses internal structure, but visitors do not use
    // it.
    const found = special(routing, 4).filter(
      ({ address }) => !isInternalAddress(address) || hasPublicOne(routing, address),
    );
    if (found.length === 0 && gaps[0] !== undefined) return inconclusive(gaps[0]);
    return failWhere(found, 'All IPv4 addresses are routed', ({ address, blockedBy = '' }) => ({
      subject: address,
      location: recordOf(routing, address),
      description: `${listed(usersOf(routing, { address }))} has the address ${address} in ${blockedBy}: no network announces it, so visitors who are sent there get no answer. Expected: delete the record.`,
      evidence: [...usersOf(routing, { address }).map((user) => `${user}: A ${address}`), commandFor(routing, address)],
    }));
  },
});

export const ip6Special = checkOf(requiredHosts, {
  id: 'ip6-special',
  title: 'IPv6 addresses are global unicast',
  finding: 'AAAA record with a special-purpose IPv6 address',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (routing) => {
    const gaps = addressGaps(serving(routing));
    const found = special(routing, 6);
    if (found.length === 0 && gaps[0] !== undefined) return inconclusive(gaps[0]);
    if (serving(routing).every((host) => ofFamily(host, 6).length === 0))
      return notApplicable('Web and mail have no IPv6 address');
    return failWhere(found, 'All IPv6 addresses are global unicast', ({ address, blockedBy = '' }) => ({
      subject: address,
      location: recordOf(routing, address),
      description: `${listed(usersOf(routing, { address }))} has the address ${address} in ${blockedBy}: ${effectOfSpecial(address)}. Expected: an address out of the network of the provider, or no AAAA record.`,
      evidence: [
        ...usersOf(routing, { address }).map((user) => `${user}: AAAA ${address}`),
        commandFor(routing, address),
      ],
    }));
  },
});

export const ptrMissing = checkOf(requiredHosts, {
  id: 'ptr-missing',
  title: 'Addresses of web and mail have reverse names',
  finding: 'Address without a reverse name (PTR)',
  judge: (routing) => {
    const own = routing.addresses.filter(
      ({ address, blockedBy }) => blockedBy === undefined && isUsedBy(routing, address, 'web', 'mail'),
    );
    const [gap] = addressGaps(serving(routing));
    if (own.length === 0)
      return gap === undefined ? notApplicable('Web and mail have no public address') : inconclusive(gap);
    const without = own.filter(({ reverse }) => reverse.known && reverse.value === null);
    const open = own.find(({ reverse }) => !reverse.known)?.reverse;
    if (without.length === 0 && open?.known === false) return inconclusive(open.failure);
    return informWhere(without, 'Every address has a reverse name', ({ address }) => {
      const name = reverseNameOf(address);
      return {
        subject: address,
        ...(name === null ? {} : { location: recordsAt(routing.domain, 'PTR', name) }),
        description: `${address} of ${listed(usersOf(routing, { address }))} has no reverse name. Receivers of mail refuse senders without one; for web servers it only helps to find whose they are.`,
        evidence: [`${name ?? address} PTR: none`, name === null ? null : digLines(['PTR', name])],
      };
    });
  },
});

export const singleAddress = checkOf(webHosts, {
  id: 'single-address',
  title: 'The web site has more than one address',
  finding: 'Web site behind one address',
  judge: (routing) => {
    const web = hostsOf(routing, 'web');
    const [four, six] = ([4, 6] as const).map((family) => new Set(web.flatMap((host) => ofFamily(host, family))));
    const addresses = [...(four ?? []), ...(six ?? [])];
    const [gap] = addressGaps(web);
    if (addresses.length === 0) return gap === undefined ? notApplicable('There is no web site') : inconclusive(gap);
    if ((four?.size ?? 0) > 1 || (six?.size ?? 0) > 1) return pass(`${addresses.length} addresses`);
    if (gap !== undefined) return inconclusive(gap);
    return informational({
      description: `The site is served at ${listed(addresses)} alone: unless an anycast network or a load balancer stands there, the failure of one machine takes it off the internet.`,
      evidence: [
        ...web.map((host) => `${host.name}: ${[...ofFamily(host, 4), ...ofFamily(host, 6)].join(' ') || 'no address'}`),
        digLines(
          ...web.flatMap(({ name }): [string, string][] => [
            ['A', name],
            ['AAAA', name],
          ]),
        ),
      ],
    });
  },
});
