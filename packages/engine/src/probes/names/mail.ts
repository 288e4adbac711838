import type { RandomNameAnswer } from '@perimeter/protocols/names/wildcard';
import { lookupFailed } from '../../evidence/dns/lookup.ts';
import type { RandomAnswer } from '../../evidence/names/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { rangesOf, withRanges } from './resolve.ts';

/** MX data of a name in comparable form; null: unknown. */
export async function mailOf({ resolver, signal }: ProbeContext, name: string): Promise<string[] | null> {
  const answer = await resolver.query(name, 'MX', { signal });
  return lookupFailed(answer) ? null : answer.records.map(({ data }) => data.toLowerCase());
}

/** Answers of random names with the fields that names are compared by. */
export const mailOfRandoms = async (
  context: ProbeContext,
  randoms: readonly RandomAnswer[],
): Promise<RandomNameAnswer[]> =>
  Promise.all(
    randoms.map(async (random) => {
      const ranges = rangesOf(withRanges(context, random.addresses));
      const isAsked = random.aliases.length === 0 && (random.status === 'exists' || random.status === 'no-address');
      const mail = isAsked ? await mailOf(context, random.name) : null;
      return { ...random, ranges, ...(mail !== null && { mail }) };
    }),
  );
