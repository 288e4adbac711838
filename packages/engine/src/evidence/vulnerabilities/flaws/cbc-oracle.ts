import { z } from 'zod';
import {
  hasData,
  isSilent,
  onlyText,
  reaction,
  type Reaction,
  reactionText,
  type Reading,
  suiteText,
} from '../exchange.ts';

/** Malformations of a CBC record; those named empty-… have no content. */
export const malformedRecords = [
  'wrong-mac',
  'no-mac-wrong-padding',
  'wrong-padding',
  'no-mac-only-padding',
  'empty-wrong-mac',
  'empty-wrong-padding',
] as const;
export type MalformedRecord = (typeof malformedRecords)[number];

/** Malformed records under an endpoint's CBC suites, each on its own connection. */
export const cbcOracleTest = z.object({
  suites: z.array(
    z.object({
      suite: z.int(),
      version: z.string(),
      /** How often the whole set was sent, each time with the same answers. */
      rounds: z.int(),
      variants: z.array(z.object({ record: z.enum(malformedRecords), reaction })),
    }),
  ),
});
export type CbcOracleTest = z.infer<typeof cbcOracleTest>;
type SuiteTest = CbcOracleTest['suites'][number];

/** A known padding oracle: it distinguishes records that must be indistinguishable. */
export interface CbcOracle {
  kind: 'goldendoodle' | 'zombie-poodle' | 'sleeping-poodle' | 'zero-length-padding' | 'openssl-2016-2107';
  suite: number;
  version: string;
}

const recordText: Readonly<Record<MalformedRecord, string>> = {
  'wrong-mac': 'wrong MAC, correct padding',
  'no-mac-wrong-padding': 'no MAC, wrong padding',
  'wrong-padding': 'correct MAC, wrong padding',
  'no-mac-only-padding': 'nothing but correct padding',
  'empty-wrong-mac': 'no content, wrong MAC, correct padding',
  'empty-wrong-padding': 'no content, correct MAC, wrong padding',
};

/** Alert record_overflow, which an affected OpenSSL sends for a record that is all padding (CVE-2016-2107). */
const recordOverflow = 22;

/** Classifies a difference by the known oracle that causes it. Only records of the same length are compared, because their length is no secret. */
function kindsIn({ variants }: SuiteTest): CbcOracle['kind'][] {
  const of = (kind: MalformedRecord): Reaction => variants.find(({ record }) => record === kind)?.reaction ?? [];
  const differs = (a: MalformedRecord, b: MalformedRecord): boolean => reactionText(of(a)) !== reactionText(of(b));
  const [first] = of('no-mac-only-padding');
  const found: CbcOracle['kind'][] = [];
  const isOverflow =
    first?.kind === 'alert' && first.description === recordOverflow && differs('no-mac-only-padding', 'wrong-mac');
  if (isOverflow) found.push('openssl-2016-2107');
  if (differs('wrong-mac', 'no-mac-wrong-padding')) found.push('goldendoodle');
  else if (!isOverflow && differs('no-mac-only-padding', 'no-mac-wrong-padding')) found.push('goldendoodle');
  if (!hasData(of('wrong-padding')) && differs('wrong-padding', 'no-mac-wrong-padding')) {
    const isBySilence = isSilent(of('wrong-padding')) || isSilent(of('no-mac-wrong-padding'));
    found.push(isBySilence ? 'sleeping-poodle' : 'zombie-poodle');
  }
  const isOfEmptyAlone = !differs('wrong-mac', 'wrong-padding');
  if (isOfEmptyAlone && differs('empty-wrong-mac', 'empty-wrong-padding')) found.push('zero-length-padding');
  return found;
}

/** Every oracle that the answers show, suite by suite. */
export const cbcOraclesIn = ({ suites }: CbcOracleTest): CbcOracle[] =>
  suites.flatMap((one) => kindsIn(one).map((kind) => ({ kind, suite: one.suite, version: one.version })));

function suiteLines({ suite, version, rounds, variants }: SuiteTest): string[] {
  const opening = `${suiteText(suite)} in ${version}: ${variants.length} malformed records, each on its own connection`;
  const answer = onlyText(variants.map((one) => one.reaction));
  if (answer !== null) return [opening, `All were answered by ${answer}`];
  return [
    `${opening}, ${rounds} times with the same result`,
    ...variants.map((one) => `${recordText[one.record]}: ${reactionText(one.reaction)}`),
  ];
}

/** CBC padding oracles: malformed records get different answers. */
export function readCbcOracle(test: CbcOracleTest): Reading {
  const vulnerable = cbcOraclesIn(test).length > 0;
  const verdict = vulnerable
    ? 'The server distinguishes malformed records'
    : 'The server does not distinguish malformed records';
  return { vulnerable, lines: [...test.suites.flatMap(suiteLines), verdict] };
}
