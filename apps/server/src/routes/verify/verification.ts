import { verification } from '@perimeter/contract/verification';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '../../repositories/schema/schema.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { openVerifier } from '../../verification/verification.ts';
import { problemResponses } from '../problem-responses.ts';

/** Far larger than any report. */
const maxFileBytes = 16 * 1024 * 1024;

const otherMediaType = (): AppError =>
  new AppError('unsupported_media_type', {
    detail: 'Unsupported Content-Type: use application/pdf or application/json',
  });

/** POST /api/verify */
export function addVerification(http: Http, db: Db): void {
  const verifier = openVerifier(db);
  http.addHook('onClose', verifier.close);
  void http.register(async (plain) => {
    const files: Http = plain.withTypeProvider<ZodTypeProvider>();
    // Verify the raw bytes: JSON must not be parsed before it is hashed.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      ['application/pdf', 'application/json'],
      { parseAs: 'buffer', bodyLimit: maxFileBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    files.addContentTypeParser('*', async () => {
      throw otherMediaType();
    });
    files.post(
      '/api/verify',
      {
        bodyLimit: maxFileBytes,
        // Files are verified one after the other, each within seconds.
        config: { answerWithinMs: 2 * 60_000 },
        schema: {
          tags: ['audit'],
          summary: 'Verify a report',
          description:
            'Verifies that this service issued a PDF or JSON report and that it is unchanged, with the result of each check. The file is not stored.',
          body: z.unknown().describe('The file: application/pdf, or application/json'),
          response: {
            200: verification,
            ...problemResponses(
              'unauthorized',
              'insufficient_scope',
              'body_too_large',
              'unsupported_media_type',
              'rate_limited',
            ),
          },
        },
      },
      async ({ body }) => {
        if (!Buffer.isBuffer(body)) throw otherMediaType();
        return verifier.verify(Buffer.from(body));
      },
    );
  });
}
