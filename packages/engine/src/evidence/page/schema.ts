import { z } from 'zod';
import { observed } from '../observed.ts';
import { documentFacts, foundSecret } from './document.ts';

/** What was read in one document, and which exchange brought it. */
export const pageDocument = z.object({
  /** Id of the exchange in the HTTP evidence. */
  exchange: z.string(),
  /** final: the document that stands for the site; missing: what a path that does not exist shows. */
  role: z.enum(['final', 'missing']),
  facts: documentFacts,
});
export type PageDocument = z.infer<typeof pageDocument>;

/** A script of the final document that its own origin serves, fetched as a browser would. */
export const pageScript = z.object({
  url: z.string(),
  answer: observed(
    z.object({
      status: z.int(),
      contentType: z.string().nullable(),
      bytes: z.int(),
      /** Of the decoded content, in hex, and in base64 as `integrity` attributes have it. */
      sha256: z.string(),
      integrity: z.object({ sha256: z.string(), sha384: z.string(), sha512: z.string() }),
      /** What names its source map: the header, else its last comment. */
      sourceMap: z.string().nullable(),
      secrets: z.array(foundSecret),
      /** True where only its beginning was read. */
      truncated: z.boolean(),
    }),
  ),
});
export type PageScript = z.infer<typeof pageScript>;

/** What the documents of the site hold. */
export const pageEvidence = z.object({
  /** None where no document of the site was read. */
  documents: z.array(pageDocument),
  /** The final document, fetched a second time: its nonces, and whether anything else of it differs. */
  again: z
    .object({
      exchange: z.string(),
      nonces: z.array(z.string()),
      /** Whether the bodies are equal, and whether they are once the nonces of both are taken out. */
      sameBody: z.boolean(),
      sameWithoutNonces: z.boolean(),
    })
    .nullable(),
  /** At most eight, in the order of the document. */
  scripts: z.array(pageScript),
  /** Scripts of the own origin that were not fetched, because there are more, or their URLs hold secrets. */
  scriptsLeft: z.int(),
});
export type PageEvidence = z.infer<typeof pageEvidence>;
