import type { DocumentFacts, PageResource } from './facts.ts';
import type { FetchDirective } from '../../http/csp/directives.ts';
import { allowsInline, allowsScript, allowsStyle, allowsUrl, type PolicyAnswer } from '../../http/csp/match.ts';
import type { UrlQuestion } from '../../http/csp/match-url.ts';
import type { CspPolicy } from '../../http/csp/parse.ts';
import { readSources } from '../../http/csp/sources.ts';

/** Something of a page that its own policy blocks. */
export interface BlockedOwn {
  what: 'inline-script' | 'resource';
  /** The resource's URL, or the hash of the script. */
  text: string;
  line: number | null;
  directive: string;
}

const directives: Readonly<Partial<Record<PageResource['kind'], FetchDirective>>> = {
  image: 'img-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  embed: 'object-src',
  font: 'font-src',
  manifest: 'manifest-src',
  worker: 'worker-src',
};

/** SRI of one kind or several, as lists of hashes that policies may name. */
const hashesOf = (integrity: string | null): string[] =>
  (integrity ?? '').split(/\s+/).flatMap((word) => /^sha(?:256|384|512)-[A-Za-z0-9+/=]+/.exec(word)?.[0] ?? []);

/** The answer for one resource; null where it is unknown, because nonces of single elements are not stored. */
function answerFor(policy: CspPolicy, resource: PageResource, self: URL): PolicyAnswer | null {
  const question: UrlQuestion = { url: new URL(resource.url), self };
  if (resource.kind === 'script' || resource.kind === 'style') {
    if (resource.nonce) return null;
    const hashes = hashesOf(resource.integrity);
    return resource.kind === 'script' ? allowsScript(policy, question, { hashes }) : allowsStyle(policy, question);
  }
  const directive = directives[resource.kind];
  return directive === undefined ? null : allowsUrl(policy, directive, question);
}

/** What a page loads under unknown conditions. */
const maybeLoaded: ReadonlySet<string | null> = new Set(['rule', 'import', 'prefix']);

/** Hashes of kinds that were not computed for the page: whether they match is unknown. */
const hasUnknownHashes = (policy: CspPolicy): boolean =>
  [...policy.directives.values()].some((values) =>
    readSources(values).some((source) => source.kind === 'hash' && source.algorithm !== 'sha256'),
  );

const firstBlocking = (answers: readonly (PolicyAnswer | null)[]): string | null =>
  answers.find((answer) => answer?.allows === false)?.directive ?? null;

type OwnFacts = Pick<DocumentFacts, 'resources' | 'inline'>;

/** What an enforced policy of a page blocks on that page: a policy that breaks its page is not maintained. */
export function blockedOwn(policies: readonly CspPolicy[], { resources, inline }: OwnFacts, url: string): BlockedOwn[] {
  const self = new URL(url);
  const blocked: BlockedOwn[] = [];
  for (const resource of resources) {
    // A rule of a style sheet may apply to no element of the page, and a module may never be imported.
    if (maybeLoaded.has(resource.as) || !/^(?:https?|data|blob):/.test(resource.url)) continue;
    const directive = firstBlocking(policies.map((policy) => answerFor(policy, resource, self)));
    if (directive !== null) blocked.push({ what: 'resource', text: resource.url, line: resource.line, directive });
  }
  const known = policies.filter((policy) => inline.longHashes !== undefined || !hasUnknownHashes(policy));
  for (const [index, sha256] of inline.sha256.entries()) {
    const longer = inline.longHashes?.[index];
    const long = longer === undefined ? [] : [`sha384-${longer.sha384}`, `sha512-${longer.sha512}`];
    const answers = known.map((policy) => allowsInline(policy, 'script', { hashes: [`sha256-${sha256}`, ...long] }));
    const directive = firstBlocking(answers);
    if (directive !== null) blocked.push({ what: 'inline-script', text: `sha256-${sha256}`, line: null, directive });
  }
  return blocked;
}
