import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { FoundSecret } from '@perimeter/protocols/html/secrets';
import { z } from 'zod';

const count = z.int();
const nullableText = z.string().nullable();

const resource = z.object({
  kind: z.enum([
    'script',
    'style',
    'frame',
    'image',
    'media',
    'object',
    'embed',
    'font',
    'manifest',
    'preload',
    'worker',
  ]),
  url: z.string(),
  written: z.enum(['absolute', 'protocol-relative', 'relative']),
  async: z.boolean(),
  integrity: nullableText,
  crossorigin: z.enum(['anonymous', 'use-credentials']).nullable(),
  nonce: z.boolean(),
  sandbox: nullableText,
  imageSet: z.boolean(),
  as: nullableText,
  line: count,
});

/** A key that was found, masked. */
export const foundSecret: z.ZodType<FoundSecret> = z.object({
  endsAt: z.string().optional(),
  provider: z.enum([
    'private-key',
    'google-service-account',
    'stripe',
    'aws',
    'github',
    'slack',
    'service',
    'stripe-publishable',
    'google-api',
    'sentry-dsn',
  ]),
  isPrivate: z.boolean(),
  masked: z.string(),
  line: count,
});

const form = z.object({
  action: z.string(),
  overrides: z.array(z.string()).optional(),
  method: z.enum(['get', 'post', 'dialog']),
  fields: z.array(z.string()),
  password: z.boolean(),
  token: z.boolean(),
  line: count,
});

const inline = z.object({
  scripts: count,
  withNonce: count,
  sha256: z.array(z.string()),
  longHashes: z.array(z.object({ sha384: z.string(), sha512: z.string() })).optional(),
  handlers: count,
  javascriptUrls: count,
  styles: count,
  styleAttributes: count,
});

/** What one reading of a document found: see `DocumentFacts` of the HTML reader, whose words these are. */
export const documentFacts: z.ZodType<DocumentFacts> = z.object({
  base: nullableText,
  title: nullableText,
  generator: nullableText,
  metaPolicies: z.array(
    z.object({ text: z.string(), placedBefore: z.enum(['scripts', 'after first script', 'body']), line: count }),
  ),
  metaRefresh: z.object({ url: z.string(), seconds: z.number() }).nullable(),
  metaReferrer: nullableText,
  resources: z.array(resource),
  resourceCount: count,
  inline,
  nonces: z.array(z.string()),
  forms: z.array(form),
  links: z.array(z.object({ host: z.string(), count })),
  ownPaths: z.array(z.string()).optional(),
  comments: z.array(
    z.object({ mark: z.enum(['internal', 'credential', 'path', 'note']), text: z.string(), line: count }),
  ),
  secrets: z.array(foundSecret),
  sourceMaps: z.array(z.string()),
  simhash: z.string(),
  headEnded: z.boolean().optional(),
  truncated: z.boolean(),
  framesLeft: z.boolean().optional(),
  parsedCharacters: count,
});
