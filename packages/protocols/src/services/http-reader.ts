import { found, type Reader, reading, type Reading, textOf } from './reading.ts';
import type { ServiceId } from './services.data.ts';

/** How an answer to a GET request shows a service: a mark in its head or at the start of its body, and what its status means. */
export interface HttpSigns {
  service: ServiceId;
  /** The mark of a service that serves strangers although it should not; in a body of JSON or XML, or in the head. */
  open: RegExp;
  /** True where the mark identifies the service but does not prove that strangers may use it. */
  isMarkOnly?: true;
  /** Statuses of answers with the mark; 200 by default. */
  statuses?: readonly number[];
  /** The mark of the same service where it refuses strangers, and the statuses of such answers. */
  guarded?: RegExp;
  refusals?: readonly number[];
  /** The first group of it is the version. */
  version?: RegExp;
  /** Another product with the same answers, and the mark that distinguishes it. */
  other?: readonly [mark: RegExp, product: string];
}

/** Status, head and the first octets of the body of an answer; null before its head is whole. */
function answerIn(text: string): { status: number; head: string; body: string } | null {
  const status = Number(found(text, /^HTTP\/1\.[01] (\d{3})\b/) ?? Number.NaN);
  const end = text.indexOf('\r\n\r\n');
  if (Number.isNaN(status) || end < 0) return null;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  // Before the first chunk stands its size (RFC 9112 section 7.1).
  const content = /^transfer-encoding:.*chunked/im.test(head)
    ? body.replace(/^[0-9a-f]{1,8}[^\r\n]{0,80}\r\n/i, '')
    : body;
  return { status, head, body: content.slice(0, bodyOctets) };
}

/** APIs answer in JSON or XML; anything else is a page about them. */
const isData = (body: string): boolean => /^\s*(?:[{[]|<\?xml|<ListAll)/.test(body);

/** Pages that ask for a login come with any status. */
const loginPage = /<title>[^<]{0,80}(?:sign ?in|log ?in)|type=["']?password|\bj_username\b/i;

/** Length that is enough to recognise a service by the beginning of its answer, which is not kept. */
const bodyOctets = 512;

/** A body of this kind shows its mark at once; without a body there is nothing to wait for. */
const isEmpty = (head: string): boolean => /^content-length: 0\b/im.test(head);

const serverOf = (head: string): Pick<Reading, 'product' | 'version'> => {
  const [, product, version] = /^server: *([\w .-]{1,40}?)(?:\/([\w.-]{1,30}))?(?:[ (\r]|$)/im.exec(head) ?? [];
  return { product: product ?? null, version: version ?? null };
};

/** Reads the answer to a GET request: the service of its signs, refused or not, or any other web server. */
export const httpReader =
  ({
    service,
    open,
    isMarkOnly,
    statuses = [200],
    guarded,
    refusals = [400, 401, 403, 302],
    version,
    other,
  }: HttpSigns): Reader =>
  (said) => {
    const text = textOf(said);
    const answer = answerIn(text);
    if (answer === null) return null;
    const { status, head, body } = answer;
    const whole = `${head}\r\n\r\n${body}`;
    const number = version === undefined ? null : found(whole, version);
    // The mark or the login prompt may be in a later part of the body.
    if (body === '' && status === 200 && !isEmpty(head)) return null;
    const isOpen = open.test(isData(body) ? whole : `${head}\r\n\r\n`);
    const asksLogin = !isData(body) && loginPage.test(body);
    const product = other?.[0].test(whole) === true ? other[1] : null;
    if (statuses.includes(status) && isOpen && !asksLogin)
      return reading(service, isMarkOnly === true ? 'unknown' : 'open', {
        product,
        version: number,
        quote: open.exec(body)?.[0].trim().slice(0, 80) ?? null,
      });
    if (guarded !== undefined && (asksLogin || refusals.includes(status)) && guarded.test(`${status} ${whole}`))
      return reading(service, 'guarded', { product, version: number });
    return reading('http', 'unknown', serverOf(head));
  };
