import { createHash } from 'node:crypto';
import type { Http } from '../../http/http.ts';
import { openapiDocument } from '../openapi/routes.ts';
import { shownDocument } from './document.ts';
import { docsPage } from './page.ts';
import { style } from './style.data.ts';

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET /docs : the OpenAPI document for people, without a script. */
export function addDocsRoute(http: Http): void {
  let page: string | undefined;
  http.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(shownDocument.parse(JSON.parse(openapiDocument(http))));
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
