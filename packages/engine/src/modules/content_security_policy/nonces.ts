import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { fromCacheLines } from '@perimeter/protocols/http/headers/cached';
import { attackOn } from '@perimeter/protocols/http/policies/judged-document';
import { isOpenWith } from '@perimeter/protocols/http/csp/attack';
import { rulingDirective } from '@perimeter/protocols/http/csp/directives';
import { type CspPolicy, parseCsp } from '@perimeter/protocols/http/csp/parse';
import { hasKeyword, hasNonceOrHash, type SourceList } from '@perimeter/protocols/http/csp/sources';
import type { HttpResponse } from '../../evidence/http/schema.ts';
import { fail, informational, notApplicable, pass, type Verdict, openBy } from '../../catalogue/outcome.ts';
import { mayBeStored } from './derive/cached.ts';
import { vectorOf } from './derive/severity.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { scriptPolicy } from '../derive/subjects/policies.ts';
import { quotePolicies } from '../derive/http/quote-policies.ts';
import type { PolicedPage } from '../../evidence/site/policies/policed-page.ts';
import { listed } from '../../evidence/words/text.ts';
import { minNonceCharacters } from '@perimeter/protocols/http/csp/verdict';

/** The source lists that govern script elements: elsewhere nonces, hashes and 'strict-dynamic' have no effect (CSP3 section 6.8.3). */
const scriptLists = ({ enforced }: { enforced: readonly CspPolicy[] }): SourceList[] =>
  enforced.flatMap((policy) => {
    const ruling = rulingDirective(policy, 'script-src-elem');
    return ruling === null ? [] : [ruling.list];
  });

const noncesOf = (lists: readonly SourceList[]): string[] => [
  ...new Set(lists.flatMap((list) => list.flatMap((source) => (source.kind === 'nonce' ? [source.nonce] : [])))),
];

/** Nonces that allow a script: every policy must list it. */
const nonces = (page: PolicedPage): string[] =>
  noncesOf(scriptLists(page)).filter((nonce) => isOpenWith(nonce, page.enforced, attackOn(page.document.url)));

const noNonce = notApplicable('No nonce of the policy lets a script in');

export const cspNonceWeak = checkOf(scriptPolicy, {
  id: 'csp-nonce-weak',
  title: 'Nonces of the Content Security Policy are long enough',
  finding: 'Content Security Policy nonce is short',
  weakness: { cvss: 'browserHardening', cwe: [330] },
  judge: (page) => {
    const all = nonces(page);
    if (all.length === 0) return noNonce;
    const short = all.filter((nonce) => nonce.length < minNonceCharacters);
    if (short.length === 0) return pass(`Nonces have at least ${minNonceCharacters} characters`);
    return `The nonce has fewer than ${minNonceCharacters} characters: ${listed(short)}. Expected: 128 random bits, which are ${minNonceCharacters} characters of base64.`;
  },
});

/** The second answer for the same document. */
function again({ http, page }: PolicedPage): HttpResponse | null {
  const exchange = http.exchanges.find(({ id }) => id === page.again?.exchange);
  return exchange?.result.ok === true ? exchange.result.response : null;
}

/** The nonces of the second response: in its header, on its elements and in policies of its meta elements; null where it was not read. */
function noncesAgain({ page: { again }, enforced }: PolicedPage, second: HttpResponse): readonly string[] | null {
  const inHeader = noncesOf(scriptLists({ enforced: parseCsp(second.headers) }));
  const inMarkup = [...(again?.nonces ?? []), ...(again?.policyNonces ?? [])];
  const isMetaAlone =
    noncesOf(scriptLists({ enforced: enforced.filter(({ delivery }) => delivery !== 'meta') })).length === 0;
  if (isMetaAlone && again?.policyNonces === undefined && again?.nonces.length === 0) return null;
  return inHeader.length + inMarkup.length === 0 ? null : [...inHeader, ...inMarkup];
}

const quoteSecond = (second: HttpResponse): string =>
  `Second response: Content-Security-Policy: ${combinedValue(second.headers, 'Content-Security-Policy') ?? '(none)'}`.slice(
    0,
    600,
  );

/** Nonces that came twice, where both responses were generated per request, as the header or the page shows. */
function judgeTwice(page: PolicedPage, first: readonly string[], second: HttpResponse): Verdict {
  const { response } = page.document;
  const next = second.status === response.status ? noncesAgain(page, second) : null;
  if (next === null) return openBy('nonce-gone');
  const same = first.filter((nonce) => next.includes(nonce));
  if (same.length === 0) return pass('The nonce differs between two requests');
  const cached = [second, response].map(({ headers }) => fromCacheLines(headers)).find((lines) => lines.length > 0);
  if (cached !== undefined)
    return informational({
      description: `A cache answers with one nonce for all visitors: ${listed(same)}. An attacker who requests the page knows it while it is stored. Expected: hashes, or no shared cache for pages with nonces.`,
      evidence: [
        ...quotePolicies(page),
        quoteSecond(second),
        ...cached.map(([sent, value]) => `${sent}: ${value}`.slice(0, 200)),
      ],
    });
  const isAnew = page.page.again?.sameBody === false || !mayBeStored(response);
  if (!isAnew) return openBy('nonce-from-cache');
  return fail({
    description: `Two requests got the same nonce: ${listed(same)}. An attacker who reads it once can put it on injected scripts. Expected: a new random nonce for every response.`,
    evidence: [...quotePolicies(page), quoteSecond(second)],
    cvss: vectorOf(page, 'inline', 'contentInjection'),
  });
}

export const cspNonceStatic = checkOf(scriptPolicy, {
  id: 'csp-nonce-static',
  title: 'Each response has a new nonce',
  finding: 'Content Security Policy nonce is reused',
  weakness: { cvss: 'contentInjection', cwe: [323, 330] },
  judge: (page) => {
    const first = nonces(page);
    if (first.length === 0) return noNonce;
    const second = again(page);
    return second === null ? openBy('nonce-read-once') : judgeTwice(page, first, second);
  },
});

export const cspStrictDynamicOrphan = checkOf(scriptPolicy, {
  id: 'csp-strict-dynamic-orphan',
  title: "The keyword 'strict-dynamic' comes with a nonce or a hash",
  finding: "Keyword 'strict-dynamic' without nonce or hash blocks all scripts",
  weakness: { cvss: 'resilience', cwe: [693] },
  judge: (page) => {
    const broken = page.directives.filter(({ judged }) => judged.verdict === 'broken');
    if (broken.length === 0) return pass("No directive has 'strict-dynamic' without a nonce or a hash");
    return `${listed(broken.map(({ name }) => name))} has 'strict-dynamic' without a nonce or a hash: browsers then ignore hosts and 'self', and no script runs. Expected: a nonce or hashes beside it.`;
  },
});

/** Whether a list has an effect in browsers that support neither nonces nor strict-dynamic. */
const hasFallback = (list: SourceList): boolean =>
  list.some(({ kind }) => kind === 'host' || kind === 'scheme') || hasKeyword(list, 'self');

export const cspFallback = checkOf(scriptPolicy, {
  id: 'csp-fallback',
  title: "The keyword 'strict-dynamic' has fallback sources for old browsers",
  finding: "Keyword 'strict-dynamic' without fallback sources for old browsers",
  judge: (page) => {
    const dynamic = scriptLists(page).filter((list) => hasKeyword(list, 'strict-dynamic') && hasNonceOrHash(list));
    if (dynamic.length === 0) return notApplicable("The policy has no 'strict-dynamic'");
    if (dynamic.some(hasFallback)) return pass('Older browsers find host or scheme sources');
    return "Browsers without support for 'strict-dynamic' block the scripts that trusted scripts load. Adding https: and 'unsafe-inline' serves them; current browsers ignore both.";
  },
});
