import type { CookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { z } from 'zod';

const names = z.array(z.string());

/** What the value of a cookie looks like from outside. */
const cookieShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({
    kind: z.literal('jwt'),
    alg: z.string().nullable(),
    isSigned: z.boolean(),
    expires: z.number().nullable(),
    claims: names,
  }),
  z.object({ kind: z.literal('json-base64'), keys: names }),
  z.object({ kind: z.literal('json'), keys: names }),
  z.object({ kind: z.literal('load-balancer'), address: z.string(), port: z.int() }),
  z.object({ kind: z.literal('opaque') }),
]);

/** What is kept of a Set-Cookie line; its value is not. */
export const cookieFacts: z.ZodType<CookieFacts> = z.object({
  name: z.string(),
  attributes: z.array(z.tuple([z.string(), z.string()])),
  line: z.string(),
  valueBytes: z.int(),
  shape: cookieShape,
  scheme: z.enum(['http', 'https']),
  rejection: z.enum(['control-character', 'empty', 'too-large', 'nameless-prefix']).nullable(),
});
