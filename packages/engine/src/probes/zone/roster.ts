import type { ZoneEvidence, ZoneServer } from '../../evidence/zone/schema.ts';
import { addressFamily } from '../../net/guard/guard.ts';
import { zoneLimits } from './questions.data.ts';

/** An address of a server before it is queried. */
export interface ServerPlace {
  address: string;
  family: 4 | 6;
  names: string[];
  sources: ZoneServer['sources'];
  /** Whether it also gets the queries for one address of each name. */
  hasExtras: boolean;
}

/** The source of a name's address. */
export interface Told {
  name: string;
  addresses: readonly string[];
  source: ZoneServer['sources'][number];
}

/** The addresses that an audit queries, each once; those beyond its limits are reported. */
export interface Roster {
  /** Adds what is new, and returns it. */
  add: (told: readonly Told[]) => ServerPlace[];
  places: () => ServerPlace[];
  left: ZoneEvidence['notAsked'];
}

/** One address of each name per round, so that a limit affects all names alike. */
function inTurns(told: readonly Told[]): { one: Told; address: string }[] {
  const rounds = Math.max(0, ...told.map(({ addresses }) => addresses.length));
  return Array.from({ length: rounds }, (_, round) =>
    told.flatMap((one) => {
      const address = one.addresses[round];
      return address === undefined ? [] : [{ one, address }];
    }),
  ).flat();
}

/** An empty roster. */
export function createRoster(): Roster {
  const places = new Map<string, ServerPlace>();
  const countByName = new Map<string, number>();
  const left = new Map<string, ZoneEvidence['notAsked'][number]>();

  const isFull = (name: string): boolean =>
    places.size >= zoneLimits.addresses ||
    (countByName.get(name) ?? 0) >= zoneLimits.addressesOfName ||
    (!countByName.has(name) && countByName.size >= zoneLimits.names);

  const place = ({ name, source }: Told, address: string): ServerPlace[] => {
    const known = places.get(address);
    const family = addressFamily(address);
    if (known !== undefined) {
      if (!known.names.includes(name)) known.names.push(name);
      if (!known.sources.includes(source)) known.sources.push(source);
      return [];
    }
    if (family === null) return [];
    if (isFull(name)) {
      left.set(address, { what: 'address', of: address, why: 'cap' });
      return [];
    }
    const made: ServerPlace = { address, family, names: [name], sources: [source], hasExtras: !countByName.has(name) };
    countByName.set(name, (countByName.get(name) ?? 0) + 1);
    places.set(address, made);
    return [made];
  };

  return {
    add: (told) => inTurns(told).flatMap(({ one, address }) => place(one, address)),
    places: () => [...places.values()],
    get left() {
      return [...left.values()];
    },
  };
}
