import { catalogue } from '@perimeter/contract/checks';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { z } from 'zod';
import type { Http, HttpReply } from '../../http/http.ts';
import { matchesTag } from '../conditional.ts';
import { problemResponses } from '../problem-responses.ts';
import { catalogueOfEngine } from './catalogue.ts';

interface Stored {
  body: Buffer;
  etag: string;
}

function store(): Stored {
  const body = Buffer.from(JSON.stringify(catalogueOfEngine()));
  return { body, etag: `"${sha256Hex(body)}"` };
}

function serve(reply: HttpReply, { body, etag }: Stored, ifNoneMatch: string | undefined): HttpReply {
  reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  return matchesTag(ifNoneMatch, etag) ? reply.code(304).send() : reply.code(200).type('application/json').send(body);
}

/** GET /api/checks */
export function addChecksRoute(http: Http): void {
  const stored = store();
  http.get(
    '/api/checks',
    {
      config: { limit: 'checks' },
      schema: {
        tags: ['catalogue'],
        summary: 'List all modules and checks',
        description:
          'All modules and checks of this version; the response changes only with an upgrade of the service.',
        response: {
          200: catalogue,
          304: z.null().describe('The catalogue has not changed'),
          ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async (request, reply) => serve(reply, stored, request.headers['if-none-match']),
  );
}
