import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import type { ZoneEvidence, ZoneReferral } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { resolveName, type ResolvedName } from './addresses.ts';
import { zoneLimits } from './questions.data.ts';
import type { Told } from './roster.ts';
import { inTime } from '../../net/in-time.ts';

/** Milliseconds to wait for server names before the resolved ones are queried. */
const patienceMs = 2_000;

/** Where a name is, as the roster takes it. */
export const toldOf = (resolved: ResolvedName): Told => ({
  name: resolved.name,
  addresses: knownAddresses(resolved),
  source: 'resolver',
});

/** Names of servers, each resolved once. */
export function createNames(context: ProbeContext) {
  const resolving = new Map<string, Promise<ResolvedName>>();
  return {
    /** Addresses of new names, if they are known in time. */
    tell: async (names: readonly string[]): Promise<Told[]> => {
      const room = zoneLimits.names - resolving.size;
      const fresh = names.filter((name) => !resolving.has(name)).slice(0, Math.max(0, room));
      const started = fresh.map((name) => [name, resolveName(context, name)] as const);
      for (const [name, resolved] of started) resolving.set(name, resolved);
      const resolved = await Promise.all(started.map(async ([, promise]) => inTime(promise, patienceMs, () => null)));
      return resolved.flatMap((one) => (one === null ? [] : [toldOf(one)]));
    },
    all: async (): Promise<ResolvedName[]> => Promise.all(resolving.values()),
    has: (name: string): boolean => resolving.has(name),
  };
}

/** Names of servers that are resolved. */
export type ServerNames = ReturnType<typeof createNames>;

/** Addresses of servers in the parent's glue. */
export const glueOf = ({ glue }: ZoneReferral): Told[] => {
  const names = [...new Set(glue.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    addresses: glue.filter((one) => one.name === name).map(({ address }) => address),
    source: 'glue',
  }));
};

/** Names beyond the audit's limit. */
export const namesLeft = (names: ServerNames, all: readonly string[]): ZoneEvidence['notAsked'] =>
  [...new Set(all)].filter((name) => !names.has(name)).map((name) => ({ what: 'server-name', of: name, why: 'cap' }));
