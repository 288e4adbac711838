import type { DnsLookup } from '../../evidence/dns/lookup.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { ResolveOptions, Resolver } from './resolver.ts';
import { answerFrom } from './answer.ts';
import type { Draw } from './shares.ts';

/** A view of a resolver that records its questions. */
export interface RecordingResolver {
  resolver: Resolver;
  /** The same view and records, counting in another share. */
  drawing: (draw: Draw) => Resolver;
  /** Every question so far, once, by name and type; waits for pending answers. */
  lookups: () => Promise<DnsLookup[]>;
}

interface Asked {
  answer: DnsAnswer | null;
  queries: number;
}

const lookupOf = ({ answer, queries }: Asked): DnsLookup[] => {
  if (answer === null) return [];
  const { name, type, status, authenticated, cnames, records, failure } = answer;
  const found = { name, type, status, authenticated, cnames, records, queries };
  return [failure === undefined ? found : { ...found, failure }];
};

const placeOf = ({ name, type }: DnsLookup): string => `${name} ${type}`;

/** Records one caller's questions, their answers, and the queries sent for them; the cache stays shared. */
export function recordLookups(resolver: Resolver, share?: Draw): RecordingResolver {
  const asked = new Map<string, Asked>();
  const pending: Promise<unknown>[] = [];

  const note = <T>(
    question: string,
    options: ResolveOptions,
    ask: (options: ResolveOptions) => Promise<T>,
    read: (answered: T) => DnsAnswer,
  ): Promise<T> => {
    const entry = asked.get(question) ?? { answer: null, queries: 0 };
    asked.set(question, entry);
    const onSent = (): void => {
      entry.queries += 1;
      options.onSent?.();
    };
    const noted = ask({ ...options, onSent }).then((answered) => {
      entry.answer = read(answered);
      return answered;
    });
    pending.push(noted);
    return noted;
  };
  const questionOf = (name: string, type: string, { checkingDisabled = true }: ResolveOptions): string =>
    `${name} ${type} ${checkingDisabled}`;

  const viewOf = (draw: Draw | undefined): Resolver => ({
    servers: resolver.servers,
    query: (name, type, options) =>
      note(
        questionOf(name, type, options),
        { ...options, ...(draw && { draw }) },
        (counted) => resolver.query(name, type, counted),
        (answer) => answer,
      ),
    exchange: (name, type, options) =>
      note(
        questionOf(name, type, options),
        { ...options, ...(draw && { draw }) },
        (counted) => resolver.exchange(name, type, counted),
        (exchanged) => answerFrom({ name, type }, exchanged),
      ),
  });

  return {
    resolver: viewOf(share),
    drawing: viewOf,
    lookups: async () => {
      await Promise.allSettled(pending);
      const found = [...asked.values()].flatMap(lookupOf);
      return found.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    },
  };
}
