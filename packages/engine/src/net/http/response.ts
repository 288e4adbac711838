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

/** A response for storage, and its decoded content as far as received. */
export interface Recorded {
  response: HttpResponse;
  content: Uint8Array;
}

/** A request for the beginning of a file (RFC 9110 section 14.2). */
const asksForBeginning = ({ headers = [] }: Pick<HttpRequest, 'headers'>): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'range' && value.startsWith('bytes=0-'));

/**
 * Classifies a 206 (RFC 9110 section 15.3.7): the whole content, the requested beginning, or an unrequested part. A
 * response without Content-Range to a request for the beginning counts as the beginning; multipart/byteranges is left
 * to the caller.
 */
function partialityOf(head: ResponseHead, request: Pick<HttpRequest, 'headers'>): 'whole' | 'asked' | NetFailure {
  if (head.status !== 206) return 'whole';
  const [range = ''] = fieldValues(head, 'content-range');
  const part = parseContentRange(range);
  if (part?.first === 0 && part.last + 1 === part.whole) return 'whole';
  if ((part === null || part.first === 0) && asksForBeginning(request)) return 'asked';
  return netFailed('malformed', 'content-partial', JSON.stringify(range.slice(0, 80)));
}

/** Why the content of a response is not the requested one; null where it is. */
function failureOf(
  partiality: ReturnType<typeof partialityOf>,
  { failure: unread }: ReadResponse,
  { failure: undecoded }: DecodedContent,
): NetFailure | null {
  if (unread !== null) return unread;
  // The coding ends early because only a part was requested.
  if (partiality === 'asked' && undecoded?.reason === 'closed') return null;
  if (undecoded !== null) return undecoded;
  return typeof partiality === 'string' ? null : partiality;
}

/** Decodes a response's content, and redacts its head. */
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
