import { canonicalName } from '@perimeter/protocols/dns/name';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import type { DialTarget } from './dialer.ts';
import { canonicalAddress } from './guard/guard.ts';
import type { Resolver } from './resolver/resolver.ts';

/** True where the owner of the name, or of a name above it, asked not to be audited; asked anew for each connection. */
export type IsOptedOut = (host: string) => boolean;

/** Knows which names led to an address, so that a connection to it can be refused no matter who makes it. */
export interface OptOutGate {
  /** The resolver to hand out: what it answers is remembered. */
  resolver: Resolver;
  /** The name on whose behalf the connection is refused; null where it may be made. */
  refuses: (target: DialTarget) => string | null;
}

const isAddress = ({ type }: { type: string }): boolean => type === 'A' || type === 'AAAA';

const spelled = (host: string): string => {
  try {
    return canonicalName(host).replace(/\.$/, '');
  } catch {
    return host.toLowerCase();
  }
};

/**
 * A gate around an audit's resolver. A connection is made for the host that its maker names; where none is named, for
 * the names whose answers held the address, and then it is refused when all of them are opted out: an address may be
 * shared with names that are not. Aliases (CNAME) are not looked through: the alias is its own owner's.
 */
export function createOptOutGate(isOptedOut: IsOptedOut, resolver: Resolver): OptOutGate {
  const namesByAddress = new Map<string, Set<string>>();
  const remember = (name: string, { records }: DnsAnswer): void => {
    for (const { data } of records.filter(isAddress)) {
      const address = canonicalAddress(data);
      if (address === null) continue;
      const names = namesByAddress.get(address) ?? new Set();
      namesByAddress.set(address, names.add(spelled(name)));
    }
  };
  const namesOf = ({ host, address }: DialTarget): string[] => {
    // A literal is no name: what it was reached by is what the answers say.
    if (host !== undefined && canonicalAddress(host.replace(/^\[|\]$/g, '')) === null) return [spelled(host)];
    return [...(namesByAddress.get(canonicalAddress(address) ?? address) ?? [])];
  };
  return {
    resolver: {
      get servers() {
        return resolver.servers;
      },
      query: async (name, type, options) => {
        const answer = await resolver.query(name, type, options);
        remember(name, answer);
        return answer;
      },
      exchange: async (name, type, options) => resolver.exchange(name, type, options),
    },
    refuses: (target) => {
      const names = namesOf(target);
      const [first] = names;
      return first !== undefined && names.every(isOptedOut) ? first : null;
    },
  };
}
