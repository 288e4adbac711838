import type { ApiDocument } from '@perimeter/dashboard/lib/api-document';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import { hidden, type PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { openapiDocument } from '../openapi/routes.ts';
import { shownDocument } from './docs-document.ts';

const query = z.object({ q: z.string().max(200).catch('') });

/** GET /docs: the OpenAPI document as a page; it is read after all routes are registered. */
export function addDocsPage(http: Http, parts: PageParts): void {
  let read: { document: ApiDocument; digest: string } | undefined;
  http.get('/docs', hidden, async (request, reply) => {
    if (read === undefined) {
      const json = openapiDocument(http);
      const digest = sha256Hex(json);
      read = { document: shownDocument.parse(JSON.parse(json)), digest };
    }
    return sendPage(parts, request, reply, { name: 'docs', ...read, text: query.parse(request.query).q.trim() });
  });
}
