import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import { type FoundZone, repliesTo } from '../../../evidence/zone/servers.ts';

/** Direct answers of the name servers to the random name that the resolver was queried for as well. */
export const directAnswers = (zone: FoundZone) =>
  repliesTo(zone, 'missing-name').filter(({ reply }) => reply.flags.includes('aa') && !reply.flags.includes('tc'));

/** Why a wildcard that only the resolver shows does not count: some resolvers answer for nonexistent names. */
export const madeUp = (zone: FoundZone): Plain => openBy('names-disputed', { name: randomName(zone), zone: zone.name });

/** The first random name. */
export const randomName = ({ wildcard, name }: FoundZone): string => `${wildcard.labels[0] ?? 'random'}.${name}`;
