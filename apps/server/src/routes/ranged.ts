import type { FastifyReply, FastifyRequest } from 'fastify';

/** A byte range, inclusive. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The single range of a request (RFC 9110 section 14.1.2): null for the whole file or a range that may be ignored;
 * unsatisfiable if it lies outside. Unit names are case-insensitive (section 14.1).
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (found === null || (from === '' && to === '')) return null;
  if (from === '') {
    const suffix = Math.min(Number(to), length);
    return suffix === 0 ? 'unsatisfiable' : { first: length - suffix, last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= length ? 'unsatisfiable' : { first, last };
}

/** A file to send. */
interface SentFile {
  body: Buffer;
  etag: string;
  fileName: string;
}

/**
 * Sends a file or the requested range; an If-Range that does not match requests the whole file (section 13.1.5), and so
 * does HEAD (section 14.2).
 */
export function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, fileName }: SentFile,
): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  const ifRange = request.headers['if-range'];
  const isAsked = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = isAsked ? rangeOf(request.headers.range, body.length) : null;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${body.length}`).send();
  }
  // Only set with content of the file, so that an error is never saved under its name.
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (range === null) return reply.code(200).send(body);
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${body.length}`)
    .send(body.subarray(first, last + 1));
}
