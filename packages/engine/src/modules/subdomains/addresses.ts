import { digLine, digLines } from '../../catalogue/dig.ts';
import { failWhere, type Why, whyBy } from '../../catalogue/outcome.ts';
import { isInRefusedRange } from '../../evidence/refused-address.ts';
import { poolName } from '../../evidence/names/elastic.ts';
import { isForeign, startPageLocation, silent, unasked } from './derive/hosts.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { namesBelow, type FoundNames, nameAt } from '../derive/subjects/names.ts';
import { listed, shorten } from '../../evidence/words/text.ts';

/** Names with an address of their own and an unknown reverse name. */
const unreversed = ({ inventory }: FoundNames): Why[] =>
  inventory.flatMap(({ name, reverse, aliases, wildcard, addresses: [first] }) => {
    if (aliases.length > 0 || wildcard || first === undefined || first.blockedBy !== undefined) return [];
    if (first.address.includes(':') || reverse?.known === true) return [];
    return [whyBy('reverse-name-unseen', { name })];
  });

/** Hosts with an untrusted certificate of unknown names: whose host it is stays open. */
const unnamed = (hosts: FoundNames['hosts']): Why[] =>
  hosts.flatMap(({ name, tls, http, https }) =>
    tls === null ||
    tls.authorized ||
    tls.names.length > 0 ||
    [http, https].some((answer) => answer.known && answer.value.namesDomain)
      ? []
      : [whyBy('certificate-names-unseen', { name })],
  );

export const subDanglingIp = checkOf(
  namesBelow((names) => {
    const pooled = names.inventory.filter((known) => poolName(known) !== null).map(({ name }) => name);
    const hosts = names.hosts.filter(({ name }) => pooled.includes(name));
    const left = pooled.length > hosts.length ? unasked(names) : [];
    return [...unreversed(names), ...left, ...silent(hosts), ...unnamed(hosts)];
  }),
  {
    id: 'sub-dangling-ip',
    title: 'Names lead to addresses of cloud servers that are still in use',
    finding: 'Name leads to a cloud address that others may have now',
    weakness: { cvss: 'authenticForgery', cwe: [672] },
    judge: ({ inventory, hosts, registrableDomain }) => {
      const pooled = inventory.flatMap((known) => {
        const pool = poolName(known);
        const host = hosts.find(({ name }) => name === known.name);
        return pool === null || host === undefined ? [] : [{ pool, host }];
      });
      return failWhere(
        pooled,
        'No name leads to a cloud server that shows itself as that of others',
        ({ pool, host }) => {
          if (!isForeign(host, registrableDomain)) return null;
          const location = startPageLocation(host, 'https');
          return {
            location,
            confidence: 'potential',
            description: `${host.name} leads to ${host.address} (${pool}), whose certificate is for ${shorten(host.tls?.names.join(', ') ?? '', 200)}: the address seems to have been given up, and others have it now. Expected: delete the record.`,
            evidence: [
              `${host.name} A ${host.address}`,
              `PTR ${pool}`,
              digLines(['A', host.name], ['PTR', `${host.address.split('.').toReversed().join('.')}.in-addr.arpa`]),
            ],
          };
        },
      );
    },
  },
);

/** An address of the visitor's own machine (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
const isOwnMachine = (address: string): boolean => /^(?:127\.|0\.)|^::1?$/.test(address);

/** What a name with these addresses of special purpose does. */
const effectOf = (addresses: readonly string[], name: string): string =>
  addresses.every(isOwnMachine)
    ? `any program on the machine of a visitor answers for ${name}, and gets its cookies of the domain. Expected: no such record, but an entry in the hosts file of those who need the name.`
    : `it tells strangers the plan of the internal network. In a network with the same address, others answer for ${name}. Expected: internal names in an internal zone.`;

export const subPrivateIp = checkOf(namesBelow(), {
  id: 'sub-private-ip',
  title: 'Names below the domain have public addresses',
  finding: 'Private address in public DNS',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  judge: ({ base, inventory }) => {
    const others = inventory.filter(({ name, wildcard }) => name !== base && name !== `www.${base}` && !wildcard);
    return failWhere(others, 'No name below the domain has an address of special purpose', ({ name, addresses }) => {
      const inside = addresses.filter(isInRefusedRange);
      const [first] = inside;
      if (first === undefined) return null;
      return {
        subject: name,
        location: nameAt(name),
        description: `${name} leads to ${listed(inside.map(({ address }) => address))} (${first.blockedBy ?? ''}): ${effectOf(
          inside.map(({ address }) => address),
          name,
        )}`,
        evidence: [
          ...inside.map(({ address }) => `${name} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
          digLine(first.address.includes(':') ? 'AAAA' : 'A', name),
        ],
      };
    });
  },
});
