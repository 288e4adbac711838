import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new AppError('invalid_json', {
      detail: 'Send one JSON value in UTF-8, such as {"domain":"good-company.com"}',
    });
  }
}

/** Accepts only bodies that are JSON in UTF-8 (RFC 8259 section 8.1). */
export function addJsonBody(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const coding = headers['content-encoding'] ?? 'identity';
      if (coding.toLowerCase() !== 'identity')
        throw new AppError('unsupported_media_type', { detail: 'Send the body without Content-Encoding' });
      return parse(body);
    },
  );
}
