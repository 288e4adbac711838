import { compareManyQuery, compareQuery, comparison, manyCompared } from '@perimeter/contract/compare';
import type { Db } from '../../repositories/schema/schema.ts';
import type { Http } from '../../http/http.ts';
import { problemResponses } from '../problem-responses.ts';
import { compareFor } from './compare-for.ts';
import { compareMany } from './compare-many.ts';

function addPair(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/compare',
    {
      config: { limit: 'compare' },
      schema: {
        tags: ['audit'],
        summary: 'Compare two domains',
        description:
          "Compares the latest completed audits of two domains: first those of the caller's account, then those " +
          'of anonymous callers. Starts no audit and costs no credits. A category is unknown if less than half of the ' +
          'applicable checks had a result; otherwise it passes with A+ or A, warns with B or C, and fails with D or F. Findings are ' +
          "matched by check, relative host and port, and listed where both audits are of the caller's account; else the " +
          'lists are empty and findingsWithheld says so. Where different major versions of the scoring policy scored the ' +
          'audits, policyChanged is true: their scores cannot be compared.',
        querystring: compareQuery,
        response: {
          200: comparison,
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'no_audit_for_domain',
            'invalid_domain',
            'rate_limited',
          ),
        },
      },
    },
    async ({ query, principal }, reply) =>
      reply.header('cache-control', 'private, no-cache').send(await compareFor(db, query, principal)),
  );
}

function addMany(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/compare/many',
    {
      config: { limit: 'compare' },
      schema: {
        tags: ['audit'],
        summary: 'Compare up to ten domains',
        description:
          "The latest completed audits of several domains, best first: those of the caller's account, then those of " +
          'anonymous callers. Starts no audit and costs no credits. A domain without such an audit is listed with the reason, ' +
          "and the others are compared. Failed checks are counted for audits of the caller's account alone.",
        querystring: compareManyQuery,
        response: {
          200: manyCompared,
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async ({ query: { domain }, principal }, reply) =>
      reply.header('cache-control', 'private, no-cache').send(await compareMany(db, domain, principal)),
  );
}

/** GET /api/compare and /api/compare/many */
export function addCompareRoute(http: Http, tools: { db: Db }): void {
  addPair(http, tools);
  addMany(http, tools);
}
