import { fail, notApplicable, pass, type Verdict, openAs } from '../../../catalogue/outcome.ts';
import { curlLine } from '../../../catalogue/reproduce-http.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { locationOf } from '../../derive/http/place.ts';
import { type Gap, gapsOf, pageResponse, protectionsOf } from '../../../evidence/http/protections.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteBehaviour, type Behaviour, quoteQuestion } from '../../derive/subjects/behaviour.ts';
import { counted, listed } from '../../../evidence/words/text.ts';
import type { Cause } from '../../../evidence/causes.data.ts';

interface Compared {
  /** The pages to compare; null: the evidence does not have them. */
  pages: (behaviour: Behaviour) => readonly HttpExchange[] | null;
  /** Noun for the pages, to count them. */
  what: string;
  describe: (gap: Gap) => string;
  /** The cause where none was answered; default: silence. */
  hidden?: Cause;
}

/** Judges whether pages have the document's protections: one finding, for the page that lacks most. */
const protectedAlike =
  ({ pages, what, describe, hidden = 'silence' }: Compared) =>
  (behaviour: Behaviour): Verdict => {
    const { document } = behaviour;
    if (protectionsOf(document.headers, document.url.protocol).length === 0)
      return notApplicable('The document itself has none of these headers (separate checks)');
    const all = pages(behaviour);
    if (all === null) return notApplicable('The evidence was collected without these pages');
    if (all.length === 0) return notApplicable(`There is no ${what} to compare with`);
    const seen = all.filter((exchange) => pageResponse(exchange) !== null);
    const gaps = gapsOf(document.headers, document.url.protocol, all);
    const [worst] = gaps.toSorted((a, b) => b.lacks.length - a.lacks.length);
    if (worst !== undefined) {
      const { exchange } = worst;
      return fail({
        description: describe(worst),
        evidence: [
          ...quoteQuestion(exchange),
          ...(gaps.length === 1 ? [] : [`The same on ${counted(gaps.length - 1, 'more page')}`]),
          curlLine({
            ...locationOf(document),
            url: exchange.url,
            ...(exchange.address === null ? {} : { address: exchange.address }),
          }),
        ],
      });
    }
    if (seen.length > 0) return pass(`${counted(seen.length, what)}, protected as the document is`);
    return all.some(({ result }) => !result.ok)
      ? openAs(hidden, 'none-answered', { what })
      : notApplicable(`No ${what} is a document that browsers render`);
  };

const exchangesOf = ({ behaviour }: Behaviour, ids: readonly { exchange: string }[]): HttpExchange[] =>
  ids.flatMap(({ exchange: id }) => behaviour.exchanges.find((one) => one.id === id) ?? []);

export const hdrErrorpageGap = checkOf(siteBehaviour, {
  id: 'hdr-errorpage-gap',
  title: 'Error pages are protected as the document is',
  finding: 'Security headers missing on error pages',
  mode: 'deep',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: protectedAlike({
    pages: (behaviour) => {
      const { errorPages } = behaviour.behaviour;
      const missing = behaviour.evidence.http.exchanges.filter(({ purpose }) => purpose === 'missing');
      return errorPages === undefined ? null : [...missing, ...exchangesOf(behaviour, errorPages)];
    },
    what: 'error page',
    describe: ({ exchange, lacks }) =>
      `The error page at ${exchange.url} has not what the document has: ${listed(lacks)}. Error pages run in the same origin, and often repeat parts of the request. Expected: the same headers on every response.`,
  }),
});

export const hdrPagesGap = checkOf(siteBehaviour, {
  id: 'hdr-pages-gap',
  title: 'Further pages are protected as the document is',
  finding: 'Security headers missing on further pages',
  mode: 'deep',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: protectedAlike({
    pages: (behaviour) => {
      const { linkedPages } = behaviour.behaviour;
      return linkedPages === undefined ? null : exchangesOf(behaviour, linkedPages);
    },
    what: 'linked page',
    describe: ({ exchange, lacks }) =>
      `${exchange.url}, which the document links to, has not what the document has: ${listed(lacks)}. Expected: the same headers on every page.`,
  }),
});

export const hdrV4V6Gap = checkOf(siteBehaviour, {
  id: 'hdr-v4-v6-gap',
  title: 'The document is protected alike over IPv4 and IPv6',
  finding: 'Security headers differ between IPv4 and IPv6',
  mode: 'deep',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: protectedAlike({
    pages: ({ behaviour: { families }, document, evidence }) => {
      const ids = [families.ipv4, families.ipv6].flatMap((one) => (one === null ? [] : [one.exchange]));
      return evidence.http.exchanges.filter(({ id }) => ids.includes(id) && id !== document.exchange.id);
    },
    what: 'document over the other address family',
    hidden: 'ipv6',
    describe: ({ exchange, lacks }) =>
      `Over ${exchange.address?.includes(':') === true ? 'IPv6' : 'IPv4'} (${exchange.address ?? 'another address'}) the document has not what it has over the other family: ${listed(lacks)}. Expected: one configuration for all addresses.`,
  }),
});
