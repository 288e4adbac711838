import { parseContentRange } from '@perimeter/protocols/http/content-range';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { fieldValues, type ResponseHead } from '@perimeter/protocols/http/message-head';
import { redactFieldValue, redactRawHead } from '@perimeter/protocols/http/message-redact';
import type { HeaderLine, HttpResponse } from '../../evidence/http/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { sha256Hex } from '../sha256.ts';
import { contentText } from './content-text.ts';
import { decodeContent, type DecodedContent } from './decode-content.ts';
import type { HttpLimits } from './limits.ts';
import type { ReadResponse } from './read-response.ts';
import type { HttpRequest } from './request.ts';

/** A response as it may be stored, and its decoded content as far as it came. */
export interface Recorded {
  response: HttpResponse;
  content: Uint8Array;
}

/** A request that asks for the beginning of a file (RFC 9110 section 14.2). */
const asksForBeginning = ({ headers = [] }: Pick<HttpRequest, 'headers'>): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'range' && value.startsWith('bytes=0-'));

/**
 * What a 206 is (RFC 9110 section 15.3.7): the whole all the same, the beginning that was asked for, or a part that nobody asked
 * for. Whoever was asked for the beginning and does not say what it sends begins there; multipart/byteranges is read by who asked.
 */
function partialityOf(head: ResponseHead, request: Pick<HttpRequest, 'headers'>): 'whole' | 'asked' | NetFailure {
  if (head.status !== 206) return 'whole';
  const [range = ''] = fieldValues(head, 'content-range');
  const part = parseContentRange(range);
  if (part?.first === 0 && part.last + 1 === part.whole) return 'whole';
  if ((part === null || part.first === 0) && asksForBeginning(request)) return 'asked';
  return netFailed('malformed', 'content-partial', JSON.stringify(range.slice(0, 80)));
}

/** Why the content of a response is not what was asked for; null where it is. */
function failureOf(
  partiality: ReturnType<typeof partialityOf>,
  { failure: unread }: ReadResponse,
  { failure: undecoded }: DecodedContent,
): NetFailure | null {
  if (unread !== null) return unread;
  // The part ends in the middle of its coding because we asked for no more.
  if (partiality === 'asked' && undecoded?.reason === 'closed') return null;
  if (undecoded !== null) return undecoded;
  return typeof partiality === 'string' ? null : partiality;
}

/** Decodes the content of a response, and redacts its head. */
export async function recordResponse(
  read: ReadResponse,
  head: ResponseHead,
  { limits, request }: { limits: HttpLimits; request: Pick<HttpRequest, 'headers'> },
): Promise<Recorded> {
  const decoded = await decodeContent(read.content, fieldValues(head, 'content-encoding'), limits);
  const { bytes } = decoded;
  const type = parseContentType(head.fields.map(({ name, value }) => [name, value] as const)).value;
  const text = contentText(bytes, type, limits.maxTextBytes);
  const partiality = partialityOf(head, request);
  const failure = failureOf(partiality, read, decoded);
  const response = {
    status: head.status,
    reason: head.reason,
    httpVersion: head.httpVersion,
    headers: head.fields.map(({ name, value }): HeaderLine => [name, redactFieldValue(name, value)]),
    rawHead: redactRawHead(head),
    interim: read.interim,
    problems: [...read.problems],
    body: {
      wireBytes: read.content.length,
      decodedBytes: bytes.length,
      text: text?.text ?? null,
      truncated: failure !== null || partiality === 'asked' || (text?.truncated ?? false),
      ...(text?.byteOrderMark === true ? { byteOrderMark: true } : {}),
      sha256: sha256Hex(bytes),
      ...(failure === null ? {} : { failure }),
    },
  };
  return { response, content: bytes };
}
