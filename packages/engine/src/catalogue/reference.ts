/** URL prefixes by publisher. */
const publishers: ReadonlyMap<string, string> = new Map([
  ['BR', 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/'],
  ['CVE', 'https://nvd.nist.gov/vuln/detail/CVE-'],
  ['HTML', 'https://html.spec.whatwg.org/multipage/'],
  ['OWASP', 'https://owasp.org/www-project-'],
  ['W3C', 'https://www.w3.org/TR/'],
]);

/**
 * A source that a check rests on, as the field cites it: `RFC 9846`, `RFC 9846 section 4.5.1`, `CVE-2014-0160`; a page of the
 * Baseline Requirements for TLS server certificates (`BR #615-key-sizes`), of the HTML Standard, OWASP or the W3C; or a URL.
 */
export type Reference =
  | `RFC ${number}`
  | `RFC ${number} section ${string}`
  | `CVE-${string}`
  | `BR #${string}`
  | `HTML ${string}.html#${string}`
  | `OWASP ${string}/${string}`
  | `W3C ${string}/${string}`
  | `https://${string}`;

/** The forms of a reference, in full. */
const forms: readonly RegExp[] = [
  /^RFC [1-9]\d*(?: section (?:\d+|[A-Z])(?:\.\d+)*)?$/,
  /^CVE-\d{4}-\d{4,}$/,
  /^BR #[\w-]+$/,
  /^HTML [\w-]+\.html#[\w-]+$/,
  /^(?:OWASP|W3C) [\w-]+\/(?:#[\w-]+)?$/,
];

/** True of a reference in one of its forms: nothing else leads to a page. */
export const isReference = (text: string): text is Reference =>
  forms.some((form) => form.test(text)) || (/^https:\/\/[^\s<>]+$/.test(text) && URL.canParse(text));

/** The page of a reference. */
export function urlOfReference(reference: Reference): string {
  const [, number, section] = /^RFC (\d+)(?: section (.*))?$/.exec(reference) ?? [];
  if (number !== undefined)
    return `https://www.rfc-editor.org/rfc/rfc${number}${section === undefined ? '' : `#section-${section}`}`;
  const [publisher = '', page = ''] = reference.split(/[ -](.*)/);
  const start = publishers.get(publisher);
  return start === undefined ? reference : `${start}${page}`;
}
