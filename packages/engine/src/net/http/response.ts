import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { fieldValues, type ResponseHead } from '@perimeter/protocols/http/message-head';
import { redactFieldValue, redactRawHead } from '@perimeter/protocols/http/message-redact';
import type { HeaderLine, HttpResponse } from '../../evidence/http/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { sha256Hex } from '../sha256.ts';
import { contentText } from './content-text.ts';
import { decodeContent } from './decode-content.ts';
import type { HttpLimits } from './limits.ts';
import type { ReadResponse } from './read-response.ts';

/** A response as it may be stored, and its decoded content as far as it came. */
export interface Recorded {
  response: HttpResponse;
  content: Uint8Array;
}

/** RFC 9110 section 15.3.7: a part, where we asked for the whole; null where the part is the whole all the same. */
function partialFailure(head: ResponseHead): NetFailure | null {
  if (head.status !== 206) return null;
  const [range = ''] = fieldValues(head, 'content-range');
  const [, first, last, whole] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(range.trim()) ?? [];
  if (Number(first) === 0 && Number(last) + 1 === Number(whole)) return null;
  return netFailed('malformed', 'content-partial', JSON.stringify(range.slice(0, 80)));
}

/** Decodes the content of a response, and redacts its head. */
export async function recordResponse(read: ReadResponse, head: ResponseHead, limits: HttpLimits): Promise<Recorded> {
  const { bytes, failure: undecoded } = await decodeContent(
    read.content,
    fieldValues(head, 'content-encoding'),
    limits,
  );
  const type = parseContentType(head.fields.map(({ name, value }) => [name, value] as const)).value;
  const text = contentText(bytes, type, limits.maxTextBytes);
  const failure = read.failure ?? undecoded ?? partialFailure(head);
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
      truncated: failure !== null || (text?.truncated ?? false),
      ...(text?.byteOrderMark === true ? { byteOrderMark: true } : {}),
      sha256: sha256Hex(bytes),
      ...(failure === null ? {} : { failure }),
    },
  };
  return { response, content: bytes };
}
