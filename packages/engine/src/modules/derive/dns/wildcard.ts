import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import { type FoundZone, repliesTo } from '../../../evidence/zone/servers.ts';

/** What the name servers themselves answered for a random name; the resolver was asked for the same. */
export const directAnswers = (zone: FoundZone) =>
  repliesTo(zone, 'missing-name').filter(({ reply }) => reply.flags.includes('aa') && !reply.flags.includes('tc'));

/** Why a wildcard that the resolver alone sees is none: some resolvers answer in place of what does not exist. */
export const madeUp = (zone: FoundZone): Plain =>
  inconclusive(
    `The resolver answers for ${randomName(zone)}, which every name server of ${zone.name} denies: what it says of missing names is its own`,
  );

/** The first name that nobody made. */
export const randomName = ({ wildcard, name }: FoundZone): string => `${wildcard.labels[0] ?? 'random'}.${name}`;
