import { verification } from '@perimeter/contract/verification';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import type { Http } from '../../http.ts';
import { publishedKeys } from '../../pdf/signing-keys.ts';
import { knownReport, verifyFile } from '../../pdf/verification.ts';
import { problemResponses } from '../problem-responses.ts';
import { pagePolicy, verifyPage } from './page.ts';

/** No report is larger by far. */
const maxFileBytes = 16 * 1024 * 1024;

function addVerification(http: Http, db: Kysely<Schema>): void {
  void http.register(async (plain) => {
    const files: Http = plain.withTypeProvider<ZodTypeProvider>();
    // The bytes are judged as they came: JSON is not parsed before it is hashed.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      ['application/pdf', 'application/json'],
      { parseAs: 'buffer', bodyLimit: maxFileBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    files.post(
      '/api/verify',
      {
        bodyLimit: maxFileBytes,
        config: { access: { kind: 'optional', scope: 'audit:read' } },
        schema: {
          tags: ['audit'],
          summary: 'Verify a report',
          description:
            'Takes a PDF or JSON report as it is and says whether this service issued it and it is unchanged, each check by itself. The file is not kept.',
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
        if (!Buffer.isBuffer(body)) throw new AppError('unsupported_media_type');
        return verifyFile(db, body);
      },
    );
  });
}

function addPages(http: Http, db: Kysely<Schema>): void {
  const headers = { 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' };
  http.get('/verify', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(verifyPage(null)),
  );
  http.get(
    '/verify/:hash',
    { schema: { hide: true, params: z.object({ hash: z.string() }) } },
    async (request, reply) => {
      const { hash } = request.params;
      const known = /^[0-9a-f]{64}$/.test(hash) ? await knownReport(db, Buffer.from(hash, 'hex')) : null;
      return reply
        .code(known === null ? 404 : 200)
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(verifyPage({ known }));
    },
  );
}

function addPublishedKeys(http: Http, db: Kysely<Schema>): void {
  const cached = { 'cache-control': 'public, max-age=300' };
  http.get('/.well-known/perimeter-signing/keys.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(cached).send({ keys: await publishedKeys(db) }),
  );
  http.get('/.well-known/perimeter-signing/root.pem', { schema: { hide: true } }, async (_request, reply) => {
    const roots = (await publishedKeys(db)).filter(({ role }) => role === 'root');
    return reply
      .headers(cached)
      .type('application/x-pem-file')
      .send(roots.map(({ certificate }) => certificate).join(''));
  });
}

/** POST /api/verify, the page that uses it, and the certificates to verify without the service. */
export function addVerifyRoutes(http: Http, db: Kysely<Schema>): void {
  addVerification(http, db);
  addPages(http, db);
  addPublishedKeys(http, db);
}
