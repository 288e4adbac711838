import { found, type Reader, reading, type Reading, textOf } from './reading.ts';
import type { ServiceId } from './services.data.ts';

/** How an answer to a GET request shows a service: a mark in its head or at the start of its body, and what its status means. */
export interface HttpSigns {
  service: ServiceId;
  /** Of a service that gives strangers what it should not; of a body that is JSON or XML, or in the head. */
  open: RegExp;
  /** Its mark shows the service, not that strangers may use it. */
  isMarkOnly?: true;
  /** Statuses that come with it; 200 where it is left out. */
  statuses?: readonly number[];
  /** Of the same service where it refuses strangers, and the statuses that come with it. */
  guarded?: RegExp;
  refusals?: readonly number[];
  /** The first group of it is the version. */
  version?: RegExp;
  /** Another product with the same answers, and the mark by which it is told apart. */
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

/** APIs answer in JSON or XML; pages about them are something else. */
const isData = (body: string): boolean => /^\s*(?:[{[]|<\?xml|<ListAll)/.test(body);

/** Pages that ask for a login come with any status. */
const loginPage = /<title>[^<]{0,80}(?:sign ?in|log ?in)|type=["']?password|\bj_username\b/i;

/** Enough to recognise a service by how its answer begins; nothing of it is kept. */
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
    // The mark may stand in a part of the body that is still to come, and so may the question for a login.
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
