import type { Http } from '../../http/http.ts';

// Leaves out the bounds of JavaScript's safe integers, which the schemas generate for every integer and which do not
// help readers.
const withoutSafeBounds = (_key: string, value: unknown): unknown =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER ? undefined : value;

/** The OpenAPI document as JSON. */
export const openapiDocument = (http: Http): string => JSON.stringify(http.swagger(), withoutSafeBounds);

/** GET /openapi.json */
export function addOpenapiRoute(http: Http): void {
  let document: Buffer | undefined;
  http.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(openapiDocument(http));
    return reply.header('cache-control', 'no-cache').type('application/json').send(document);
  });
}
