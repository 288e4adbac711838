import type { SpfStranger } from '@perimeter/protocols/spf/strangers';
import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import { z } from 'zod';

const counts = z.object({ lookups: z.int(), voids4: z.int(), voids6: z.int(), complete: z.boolean() });

const syntaxCodes = [
  'not-ascii',
  'unknown-mechanism',
  'domain-missing',
  'domain-invalid',
  'address-invalid',
  'prefix-length-invalid',
  'argument-not-allowed',
  'macro-invalid',
  'modifier-repeated',
] as const;

const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('several-records'), count: z.int() }),
  z.object({
    kind: z.literal('syntax'),
    problems: z.array(z.object({ code: z.enum(syntaxCodes), term: z.string() })),
  }),
  z.object({ kind: z.literal('no-record'), void: z.boolean().optional() }),
  z.object({ kind: z.enum(['loop', 'name-invalid', 'unanswered', 'capped']) }),
]);

const term = z.object({
  text: z.string(),
  kind: z.enum(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists', 'redirect', 'exp', 'unknown']),
  qualifier: z.enum(['pass', 'fail', 'softfail', 'neutral']).nullable(),
  target: z.string().nullable(),
  dynamic: z.boolean(),
  ignored: z.boolean(),
  counts,
  tooManyNames: z.boolean(),
  ranges: z.array(z.string()).nullable(),
  get child() {
    return spfNode.nullable();
  },
  voids: z.array(z.string()).optional(),
});

/** An SPF record and those that it leads to, as the survey walked them. */
export const spfNode: z.ZodType<SpfNode> = z.object({
  domain: z.string(),
  text: z.string().nullable(),
  get terms() {
    return z.array(term);
  },
  problem: problem.nullable(),
});

const matchedTerm = z.object({ domain: z.string(), term: z.string() });

/** The SPF result for mail from an unrelated address. */
export const spfStranger: z.ZodType<SpfStranger> = z.object({
  ip: z.string(),
  result: z.enum(['none', 'temperror', 'permerror', 'pass', 'fail', 'softfail', 'neutral']),
  matched: matchedTerm.nullable(),
  voids: z.int().optional(),
  word: z.string().optional(),
  guess: matchedTerm.optional(),
});
