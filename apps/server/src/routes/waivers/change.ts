import { waiver, waiverChange } from '@perimeter/contract/waiver/waiver';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changeWaiver, deleteWaiver } from '../../repositories/sharing/waivers.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../session/browser.ts';
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
    async ({ principal, params, body, log }) => {
      const { accountId } = accountOf(principal);
      requireExpiry(body.expires, nowMs());
      const row = await changeWaiver(db, accountId, waiverIds.storedId(params.id), body);
      if (row === undefined) throw new AppError('waiver_not_found');
      if (row === 'exists') throw new AppError('waiver_exists');
      log.info({ accountId, waiverId: params.id }, 'Waiver changed');
      return toWaiver(row);
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
    async ({ principal, params, log }, reply) => {
      const { accountId } = accountOf(principal);
      if (!(await deleteWaiver(db, accountId, waiverIds.storedId(params.id)))) throw new AppError('waiver_not_found');
      log.info({ accountId, waiverId: params.id }, 'Waiver ended');
      return reply.code(204).send(null);
    },
  );
}
