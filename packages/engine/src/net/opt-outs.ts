import { canonicalName } from '@perimeter/protocols/dns/name';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import type { DialTarget } from './dialer.ts';
import { canonicalAddress } from './guard/guard.ts';
import type { Resolver } from './resolver/resolver.ts';

/** True where the owner of the name, or of a name above it, asked not to be audited; asked anew for each connection. */
export type IsOptedOut = (host: string) => boolean;

/** The network around an address whose operator asked not to be audited; null: none. Asked anew for each connection. */
export type OptedOutNetwork = (address: string) => string | null;

/** Who asked not to be audited. */
export interface OptOuts {
  isOptedOut: IsOptedOut;
  networkOf: OptedOutNetwork;
}

/** Nobody. */
export const noOptOuts: OptOuts = { isOptedOut: () => false, networkOf: () => null };

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
 * A gate around an audit's resolver. A network that is opted out is not connected to, whatever led there. A connection is made for
 * the host that its maker names; where none is named, for the names whose answers held the address, and then it is refused when
 * all of them are opted out: an address may be shared with names that are not. A name is opted out where a name is to which
 * its alias (CNAME) leads, too: the server is that owner's.
 */
export function createOptOutGate({ isOptedOut, networkOf }: OptOuts, resolver: Resolver): OptOutGate {
  const namesByAddress = new Map<string, Set<string>>();
  const aliases = new Map<string, readonly string[]>();
  const remember = (name: string, { records, cnames }: DnsAnswer): void => {
    if (cnames.length > 0) aliases.set(spelled(name), cnames.map(spelled));
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
  /** The name by which a name is opted out. */
  const ownerOut = (name: string): string | null =>
    [name, ...(aliases.get(name) ?? [])].find((one) => isOptedOut(one)) ?? null;
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
      const network = networkOf(target.address);
      if (network !== null) return network;
      const owners = namesOf(target).map(ownerOut);
      return owners.includes(null) ? null : (owners[0] ?? null);
    },
  };
}
