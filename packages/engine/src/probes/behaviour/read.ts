import { documentOf } from '@perimeter/protocols/html/document/document';
import { isHttp3, parseAltSvc } from '@perimeter/protocols/http/headers/alt-svc';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import { formOf } from '../../evidence/http/text-form.ts';
import { hashBase64 } from '../../net/sha256.ts';
import type { BehaviourAnswer } from './questions.ts';

type Reflection = NonNullable<BehaviourEvidence['hostHeader']>['reflectedIn'][number];

/** The sent host and the requested URL. */
export interface OtherHost {
  sent: string;
  url: URL;
}

const isOk = ({ exchange: { result } }: BehaviourAnswer): boolean =>
  result.ok && result.response.status >= 200 && result.response.status < 300;

const typeOf = ({ exchange: { result } }: BehaviourAnswer): string =>
  result.ok ? (parseContentType(result.response.headers).value?.essence ?? '') : '';

/** RFC 9110 section 9.3.8: the request as the server received it, by its media type or first line. A page that shows headers does not count. */
export const echoes = (answer: BehaviourAnswer, mark: string): boolean =>
  isOk(answer) &&
  (typeOf(answer) === 'message/http' || /^\s{0,16}TRACE \S{1,2048} HTTP\/1\.[01]\r?\n/.test(answer.text)) &&
  answer.text.includes(mark);

/** A legacy cross-domain policy file that allows every domain. */
export const allowsAll = (answer: BehaviourAnswer): boolean =>
  isOk(answer) &&
  /^\uFEFF?\s{0,64}(?:<\?xml\b|<!DOCTYPE cross-domain-policy\b|<cross-domain-policy\b)/i.test(answer.text) &&
  /<allow-access-from\b[^<>]{0,400}\bdomain\s{0,9}=\s{0,9}["']\*["']/i.test(answer.text);

const sha256 = (text: string): string => hashBase64('sha256', text);

/** Characters of a page that are read: its own URL appears near the beginning. */
const maxCharacters = 64 * 1024;

const names = (url: string, host: string): boolean => URL.canParse(url) && new URL(url).hostname === host;

/** The link element that names the document's own URL. */
function canonicalOf(text: string): string {
  const link = [...text.matchAll(/<link\b[^<>]{0,2048}>/gi)].find(([tag]) =>
    /\brel\s{0,9}=\s{0,9}["']?canonical\b/i.test(tag),
  );
  return /\bhref\s{0,9}=\s{0,9}["']?([^\s"'<>]{1,2048})/i.exec(link?.[0] ?? '')?.[1] ?? '';
}

/** Where the sent host comes back as a URL that browsers and caches would use. */
export function reflections({ exchange: { result }, text }: BehaviourAnswer, { sent, url }: OtherHost): Reflection[] {
  if (!result.ok) return [];
  const { headers, body } = result.response;
  const html = text.slice(0, maxCharacters);
  const facts = documentOf(html, { url: url.href, sha256, form: formOf({ headers, body: { ...body, text: html } }) });
  const found: [Reflection, boolean][] = [
    ['location', headerValues(headers, 'Location').some((location) => names(location, sent))],
    ['canonical', names(canonicalOf(html), sent)],
    ['base', names(facts.base ?? '', sent)],
    ['script', facts.resources.some((one) => one.kind === 'script' && names(one.url, sent))],
  ];
  return found.flatMap(([where, isThere]) => (isThere ? [where] : []));
}

/** The values of Alt-Svc (RFC 7838). */
export const altSvcOf = ({ result }: HttpExchange): string[] =>
  result.ok ? headerValues(result.response.headers, 'Alt-Svc') : [];

/** The value of Alt-Svc that offers HTTP/3 (RFC 9114 section 3.1). */
export const http3Of = (final: HttpExchange): string | null =>
  altSvcOf(final)
    .find((value) => parseAltSvc([value]).some(({ protocol }) => isHttp3(protocol)))
    ?.slice(0, 200) ?? null;
