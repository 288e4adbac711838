import type { ZoneEvidence, ZoneServer } from '../../evidence/zone/schema.ts';
import { existenceServers } from '../../net/authoritative/existence.ts';
import type { ProbeContext } from '../probe.ts';
import { childNamesIn } from './child-names.ts';
import { type AskedPlace, askPlace } from './place.ts';
import type { ZoneNames } from './questions.ts';
import type { ReplyStore } from './replies/replies.ts';
import { createRoster, type Told } from './roster.ts';
import { serverFacts } from './server-facts.ts';
import { signingOf } from './signing/signing.ts';

/** Queries servers as they become known, each address once. */
export interface Survey {
  /** Starts queries to new addresses. */
  ask: (told: readonly Told[]) => void;
  /** The results of all servers so far. */
  servers: () => Promise<ZoneServer[]>;
  /** NS names in authoritative answers of the servers so far. */
  childNames: () => Promise<string[]>;
  notAsked: () => ZoneEvidence['notAsked'];
}

const placeOf = ({ names: [name = ''], family, address }: ZoneServer): string => `${name} ${family} ${address}`;

/** A survey of the servers of one zone. */
export function createSurvey(context: ProbeContext, names: ZoneNames, store: ReplyStore): Survey {
  const roster = createRoster();
  const asking: Promise<AskedPlace>[] = [];
  const left: ZoneEvidence['notAsked'] = [];
  let existence: readonly string[] | null = null;

  const factsOf = (one: AskedPlace): ZoneServer =>
    'server' in one
      ? one.server
      : {
          ...serverFacts(one.place, one.result, names, store),
          questions: context.authoritative.sent(one.place.address),
        };

  return {
    ask: (told) => {
      existence ??= existenceServers(told).map(({ address }) => address);
      const places = roster.add(told);
      for (const place of places)
        asking.push(
          askPlace(context, place, names, existence.includes(place.address)).then((one) => {
            if (one.left !== null) left.push({ what: 'address', of: place.address, why: one.left });
            return one;
          }),
        );
    },
    servers: async () => {
      const all = await Promise.all(asking);
      const asked = all.filter((one) => 'result' in one);
      const signing = await signingOf(
        context,
        names,
        asked.map(({ result }) => result.answers),
      );
      const servers = all.map((one) => {
        const faults = 'result' in one ? signing?.[asked.indexOf(one)] : undefined;
        return { ...factsOf(one), ...(faults !== undefined && { signing: faults }) };
      });
      return servers.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    },
    childNames: async () => {
      const all = await Promise.all(asking);
      const found = all.flatMap((one) => ('result' in one ? childNamesIn(one.result.answers, names.zone) : []));
      return [...new Set(found)].toSorted();
    },
    notAsked: () => [...left, ...roster.left],
  };
}
