import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { fieldValues, type ResponseHead } from '@perimeter/protocols/http/message-head';
import { redactFieldValue, redactRawHead } from '@perimeter/protocols/http/message-redact';
import type { HeaderLine, HttpResponse } from '../../evidence/http/schema.ts';
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

/** Decodes the content of a response, and redacts its head. */
export async function recordResponse(read: ReadResponse, head: ResponseHead, limits: HttpLimits): Promise<Recorded> {
  const { bytes, failure: undecoded } = await decodeContent(
    read.content,
    fieldValues(head, 'content-encoding'),
    limits,
  );
  const type = parseContentType(head.fields.map(({ name, value }) => [name, value] as const)).value;
  const text = contentText(bytes, type, limits.maxTextBytes);
  const failure = read.failure ?? undecoded;
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
