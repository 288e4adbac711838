import { addOptOutBody, optOutList, removeOptOutBody } from '@perimeter/contract/account/administration';
import { listedName } from '@perimeter/report/verdict/names';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { addOptOut, listOptOuts, removeOptOut } from '../../repositories/audits/opt-outs.ts';
import { optOutTarget } from '../opt-out-target.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { personOf } from '../../accounts/caller.ts';

const path = '/api/opt-outs';
const problems = [...writeProblems, 'insufficient_scope', 'invalid_domain'] as const;

function listRoute(http: Http, { db }: Identity): void {
  http.get(
    path,
    {
      schema: {
        tags: ['administration'],
        summary: 'List domains and networks whose owners opted out',
        response: { 200: optOutList, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async () => ({
      optOuts: (await listOptOuts(db)).map(({ domain, reason, created_at: at }) => ({
        domain,
        listedAs: listedName(domain),
        reason,
        createdAt: at.getTime(),
      })),
    }),
  );
}

function addRoute(http: Http, { db }: Identity): void {
  http.post(
    path,
    {
      schema: {
        tags: ['administration'],
        summary: 'Opt a domain or a network out',
        description:
          'For administrators. A domain with all its subdomains, or a network such as 203.0.113.0/24, is no longer audited, at once.',
        body: addOptOutBody,
        response: { 204: z.null().describe('Domain opted out'), ...problemResponses(...problems) },
      },
    },
    async (request, reply) => {
      const { name } = optOutTarget(request.body.domain, '/domain');
      await addOptOut(db, name, request.body.reason);
      request.log.info({ target: name, by: personOf(request.principal) }, 'Target opted out');
      return reply.code(204).send(null);
    },
  );
}

function removeRoute(http: Http, { db }: Identity): void {
  http.delete(
    path,
    {
      schema: {
        tags: ['administration'],
        summary: 'Let a domain or a network be audited again',
        body: removeOptOutBody,
        response: { 204: z.null().describe('Removed'), ...problemResponses(...problems, 'opt_out_not_found') },
      },
    },
    async (request, reply) => {
      const { name } = optOutTarget(request.body.domain, '/domain');
      if (!(await removeOptOut(db, name))) throw new AppError('opt_out_not_found');
      request.log.info({ target: name, by: personOf(request.principal) }, 'Opt-out removed');
      return reply.code(204).send(null);
    },
  );
}

/** The opt-out list over HTTP, with the same functions as the command on the host. */
export function optOutRoutes(http: Http, identity: Identity): void {
  listRoute(http, identity);
  addRoute(http, identity);
  removeRoute(http, identity);
}
