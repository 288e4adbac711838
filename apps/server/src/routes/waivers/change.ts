import { waiver, waiverChange } from '@perimeter/contract/waiver/waiver';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { changeWaiver, deleteWaiver } from '../../repositories/sharing/waivers.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { requireExpiry, toWaiver, waiverIds } from './to-waiver.ts';

const waiverParams = z.object({ id: z.string().describe('Waiver id: wvr_ and a UUID, as in the list of waivers') });

/** PATCH /api/waivers/{id} */
export function changeRoute(http: Http, { db, nowMs }: Identity): void {
  http.patch(
    '/api/waivers/:id',
    {
      schema: {
        tags: ['waiver'],
        summary: 'Change the terms of a waiver',
        params: waiverParams,
        body: waiverChange,
        response: {
          200: waiver,
          ...problemResponses(...writeProblems, 'insufficient_scope', 'waiver_not_found', 'waiver_exists'),
        },
      },
    },
    async (request, reply) => {
      const { principal, params, body, log } = request;
      const { accountId } = accountOf(principal);
      requireExpiry(body.expires, nowMs());
      const row = await withLine(db, request, async (trx) => {
        const changed = await changeWaiver(trx, accountId, waiverIds.storedId(params.id), body);
        if (changed === undefined) throw new AppError('waiver_not_found');
        if (changed === 'exists') throw new AppError('waiver_exists');
        return changed;
      });
      log.info({ accountId, waiverId: params.id }, 'Waiver changed');
      return reply.send(toWaiver(row));
    },
  );
}

/** DELETE /api/waivers/{id} */
export function endRoute(http: Http, { db }: Identity): void {
  http.delete(
    '/api/waivers/:id',
    {
      schema: {
        tags: ['waiver'],
        summary: 'End a waiver',
        params: waiverParams,
        response: {
          204: z.null().describe('Waiver ended'),
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'forbidden_origin',
            'waiver_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const { principal, params, log } = request;
      const { accountId } = accountOf(principal);
      await withLine(db, request, async (trx) => {
        if (!(await deleteWaiver(trx, accountId, waiverIds.storedId(params.id))))
          throw new AppError('waiver_not_found');
      });
      log.info({ accountId, waiverId: params.id }, 'Waiver ended');
      return reply.code(204).send(null);
    },
  );
}
