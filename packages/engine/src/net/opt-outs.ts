import { canonicalName } from '@perimeter/protocols/dns/name';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import type { DialTarget } from './dialer.ts';
import { canonicalAddress } from './guard/guard.ts';
import type { Resolver } from './resolver/resolver.ts';

/** True where the owner of the name, or of a parent name, opted out of audits; evaluated for each connection. */
export type IsOptedOut = (host: string) => boolean;

/** The network around an address whose operator opted out; null: none. Evaluated for each connection. */
export type OptedOutNetwork = (address: string) => string | null;

/** Names and networks that opted out of audits. */
export interface OptOuts {
  isOptedOut: IsOptedOut;
  networkOf: OptedOutNetwork;
}

/** No opt-outs. */
export const noOptOuts: OptOuts = { isOptedOut: () => false, networkOf: () => null };

/** Records which names resolve to an address, so that a connection to it can be refused whoever opens it. */
export interface OptOutGate {
  /** The recording resolver for the probes. */
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
 * A gate around an audit's resolver. An opted-out network is never connected to. A connection belongs to the host that
 * its opener names; without one, to the names that resolved to the address, and then it is refused if all of them opted
 * out, because other names may share the address. A name also counts as opted out if its alias (CNAME) leads to an
 * opted-out name, whose owner runs the server.
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
    // An IP literal is not a name: the names that resolved to it decide.
    if (host !== undefined && canonicalAddress(host.replace(/^\[|\]$/g, '')) === null) return [spelled(host)];
    return [...(namesByAddress.get(canonicalAddress(address) ?? address) ?? [])];
  };
  /** The opted-out name that covers a name. */
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
