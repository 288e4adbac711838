import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { observed } from '../observed.ts';
import { registration } from '../registration.ts';
import { documentFacts, foundSecret } from './document.ts';
import { libraryListName, pageLibrary } from './library.ts';

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

/** The source map of a script, asked for. */
export const pageMap = z.object({
  /** The script that names it, and where it is. */
  script: z.string(),
  url: z.string(),
  answer: observed(
    z.object({
      status: z.int(),
      bytes: z.int(),
      /** Count of source files that it names; null where it is no source map. */
      sources: z.int().nullable(),
      /** Whether it has the text of the files. */
      hasContent: z.boolean(),
    }),
  ),
});
export type PageMap = z.infer<typeof pageMap>;

/** A domain of others that the documents refer to, and whether somebody owns it. */
export const pageReference = z.object({
  registration,
  /**
   * Hosts of the domain, by what is loaded from them; form: a form is sent there; refresh: the page itself leads there; link: a link
   * does; policy: a policy lets code of it in.
   */
  usedBy: z.array(
    z.object({ kind: z.enum(['script', 'style', 'frame', 'form', 'refresh', 'link', 'policy']), host: z.string() }),
  ),
});
export type PageReference = z.infer<typeof pageReference>;

/** What the documents of the site hold. */
export const pageEvidence = z.object({
  /** None where no document of the site was read. */
  documents: z.array(pageDocument),
  /** The final document, fetched a second time: its nonces, and whether anything else of it differs. */
  again: z
    .object({
      exchange: z.string(),
      nonces: z.array(z.string()),
      /** Nonces that policies in its meta elements name; absent in evidence of earlier audits. */
      policyNonces: z.array(z.string()).optional(),
      /** Whether the bodies are equal, and whether they are once the nonces of both are taken out. */
      sameBody: z.boolean(),
      sameWithoutNonces: z.boolean(),
    })
    .nullable(),
  /** At most eight, in the order of the document. */
  scripts: z.array(pageScript),
  /** Scripts of the own origin that were not fetched, because there are more, or their URLs hold secrets. */
  scriptsLeft: z.int(),
  /** Libraries of the final document and its scripts; absent in evidence of earlier audits. */
  libraries: z.array(pageLibrary).optional(),
  libraryList: libraryListName.optional(),
  /** Source maps, in deep audits; absent: not asked for. */
  maps: z.array(pageMap).optional(),
  /** Domains of others: what is loaded from them, in deep audits links too. */
  references: z.array(pageReference).optional(),
  lookups: z.array(dnsLookup).optional(),
});
export type PageEvidence = z.infer<typeof pageEvidence>;
