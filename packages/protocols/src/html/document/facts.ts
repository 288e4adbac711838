import type { MarkedComment } from './comments.ts';
import type { PageForm } from './forms.ts';
import type { FoundSecret } from '../secrets.ts';

/** What a page loads, by the requesting element. */
export type ResourceKind =
  | 'script'
  | 'style'
  | 'frame'
  | 'image'
  | 'media'
  | 'object'
  | 'embed'
  | 'font'
  | 'manifest'
  | 'preload'
  | 'worker';

/** One reference of a page to something that a browser loads. */
export interface PageResource {
  kind: ResourceKind;
  /** Absolute, with the base of the place where it stands; secrets of the query masked; at most 2,048 characters. */
  url: string;
  /** How the page writes it: with a scheme, with a host alone (`//host/x`), or relative to its base. */
  written: 'absolute' | 'protocol-relative' | 'relative';
  /** True where it does not hold up the page: async, defer, and modules. */
  async: boolean;
  integrity: string | null;
  crossorigin: 'anonymous' | 'use-credentials' | null;
  /** Whether it has a nonce that a policy may accept. */
  nonce: boolean;
  /** The words of a frame's sandbox; null for a frame without one, and for all that are no frames. */
  sandbox: string | null;
  /** True for a picture with sources to choose from (srcset, picture), which browsers block as mixed content and do not upgrade. */
  imageSet: boolean;
  /**
   * What a preload is for; `alternate` for a style sheet that a visitor has to choose, `track` for text beside a video, `rule` for what a style sheet loads only where one of its rules applies,
   * `import` for a module that a script or an import map names, and `prefix` for a folder of modules of an import map.
   */
  as: string | null;
  line: number;
}

/** SHA-384 and SHA-512 of the UTF-8 of an inline script, in base64. */
export interface LongHashes {
  sha384: string;
  sha512: string;
}

/** What runs in a page without being loaded. */
export interface InlineFacts {
  /** Count of inline scripts that browsers run, and of those with a nonce. */
  scripts: number;
  withNonce: number;
  /** SHA-256 in base64 of the inline scripts without a nonce, at most 200; what a hash of a policy is compared with. */
  sha256: readonly string[];
  /** The same scripts in the same order by the longer hashes, where a policy of the document uses them. Evidence of earlier versions lacks them. */
  longHashes?: readonly LongHashes[] | undefined;
  /** Counts of event handler attributes, of javascript: URLs, of style elements, and of style attributes. */
  handlers: number;
  javascriptUrls: number;
  styles: number;
  styleAttributes: number;
}

/** A policy in a meta element; browsers ignore one in the body. */
export interface MetaPolicy {
  text: string;
  placedBefore: 'scripts' | 'after first script' | 'body';
  line: number;
}

/** All that the checks of a page need, from one reading. */
export interface DocumentFacts {
  /** The base URL that the page sets, resolved; null where it sets none. */
  base: string | null;
  title: string | null;
  generator: string | null;
  metaPolicies: readonly MetaPolicy[];
  /** A redirect or a reload that the page itself asks for. */
  metaRefresh: { url: string; seconds: number } | null;
  metaReferrer: string | null;
  /** At most 2,000, and how many there are. */
  resources: readonly PageResource[];
  resourceCount: number;
  inline: InlineFacts;
  /** Nonces as served: none of them is a secret any more. At most 50. */
  nonces: readonly string[];
  forms: readonly PageForm[];
  /** Hosts that links lead to, at most 500, with the count of links. */
  links: readonly { host: string; count: number }[];
  /** Paths of the own origin that links lead to, as far as they look like pages: at most 20, without queries. Evidence of earlier versions lacks them. */
  ownPaths?: readonly string[] | undefined;
  comments: readonly MarkedComment[];
  secrets: readonly FoundSecret[];
  /** Source maps that inline scripts name. */
  sourceMaps: readonly string[];
  /** A fingerprint of the visible text: 64 bits in hex, alike for alike texts. */
  simhash: string;
  /** Whether the head had ended in what was read, so that no further policy can follow. Evidence of earlier versions lacks it. */
  headEnded?: boolean | undefined;
  /** True where the text is longer than what was read, or where it has more documents in frames. */
  truncated: boolean;
  /** True where documents in frames were left out. */
  framesLeft?: boolean | undefined;
  parsedCharacters: number;
}
