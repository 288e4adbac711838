import type { HttpCors } from '@perimeter/contract/observed/http';
import { corsGrant } from '@perimeter/protocols/http/cross-origin/cors';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import type { BehaviourEvidence } from './schema.ts';

/** What the answer to each request with an Origin grants; null where none was sent. */
export function corsOf({ behaviour }: { behaviour?: BehaviourEvidence | undefined }): HttpCors[] | null {
  if (behaviour === undefined || behaviour.url === null) return null;
  return behaviour.cors.map(({ origin, exchange: id }) => {
    const result = behaviour.exchanges.find((exchange) => exchange.id === id)?.result;
    if (result?.ok !== true) return { origin, status: null, allowOrigin: null, grants: null, credentials: null };
    const { status, headers } = result.response;
    const { grants, credentials } = corsGrant(headers, origin);
    return { origin, status, allowOrigin: combinedValue(headers, 'Access-Control-Allow-Origin'), grants, credentials };
  });
}
