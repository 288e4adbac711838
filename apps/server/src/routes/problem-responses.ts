import { problem, problems, type ProblemCode } from '@perimeter/contract/problem';

/** Response schemas, for the OpenAPI document, of the problems that a route can answer. */
export function problemResponses(...codes: readonly ProblemCode[]) {
  const all: ProblemCode[] = [...codes, 'internal_error', 'service_unavailable'];
  const byStatus = Map.groupBy(all, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      { description: same.join(', '), content: { 'application/problem+json': { schema: problem } } },
    ]),
  );
}

/** Problems that any request that changes something can get. */
export const writeProblems = [
  'invalid_request',
  'invalid_json',
  'unauthorized',
  'forbidden_origin',
  'account_leaving',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const;
