import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import type { NeededHost } from '../../evidence/routing/schema.ts';
import { mostCandidates } from './limits.data.ts';

/** Names and hosts of the domain besides its site. */
export interface AroundSite {
  names: NamesEvidence;
  hosts: readonly NeededHost[];
}

/** Addresses of the domain's names, without those of the site. */
export function candidatesIn({ names, hosts }: AroundSite, domain: string, host: string): Map<string, string[]> {
  const site = new Set(hosts.filter(({ role, name }) => role === 'web' || name === host).flatMap(knownAddresses));
  const held = [
    ...names.inventory
      .filter(({ wildcard, aliases }) => !wildcard && aliases.length === 0)
      .flatMap(({ name, addresses }) =>
        addresses.flatMap(({ address, blockedBy }) => (blockedBy === undefined ? [{ name, address }] : [])),
      ),
    ...hosts
      .filter(({ role, name }) => role === 'mail' && isAtOrBelow(name, domain))
      .flatMap((one) => knownAddresses(one).map((address) => ({ name: one.name, address }))),
  ].filter(({ address }) => !site.has(address));
  const found = new Map<string, string[]>();
  for (const { name, address } of held)
    found.set(address, [...new Set([...(found.get(address) ?? []), name])].slice(0, 5));
  return new Map([...found].slice(0, mostCandidates));
}
