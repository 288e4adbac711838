import { newWaiver, waiver, waiverList } from '@perimeter/contract/waiver/waiver';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { insertWaiver, listWaivers, mostWaivers } from '../../repositories/sharing/waivers.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../session/browser.ts';
import { byWriters, requireExpiry, toWaiver, waiverIds } from './to-waiver.ts';

/** GET /api/waivers */
export function listRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/waivers',
    {
      config: { access: { kind: 'required', scope: 'audit:read' } },
      schema: {
        tags: ['waiver'],
        summary: 'List the waivers of the account',
        description: 'Those that expire first come first; expired ones stay until they are ended.',
        querystring: z.strictObject({ domain: z.string().max(1024).optional() }),
        response: {
          200: waiverList,
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'invalid_domain',
            'rate_limited',
          ),
        },
      },
    },
    async ({ principal, query }) => {
      const domain = query.domain === undefined ? null : auditableDomain(query.domain, '/domain').ascii;
      const rows = await listWaivers(db, accountOf(principal).accountId, domain);
      return { waivers: rows.map(toWaiver) };
    },
  );
}

/** POST /api/waivers */
export function createRoute(http: Http, { db, nowMs }: Identity): void {
  http.post(
    '/api/waivers',
    {
      config: byWriters,
      schema: {
        tags: ['waiver'],
        summary: 'Accept the risk of a finding or a check',
        description: 'For one domain, with a reason and an end at most 365 days ahead. Scores of reports never change.',
        body: newWaiver,
        response: {
          201: waiver,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'invalid_domain',
            'waiver_exists',
            'too_many_waivers',
          ),
        },
      },
    },
    async ({ principal, body, log }, reply) => {
      const { accountId } = accountOf(principal);
      requireExpiry(body.expires, nowMs());
      const { fingerprint = null, checkId = null, reason, expires } = body;
      const domain = auditableDomain(body.domain, '/domain').ascii;
      const row = await insertWaiver(db, {
        accountId,
        domain,
        fingerprint,
        checkId,
        reason,
        expires,
      });
      if (row === 'exists') throw new AppError('waiver_exists');
      if (row === 'too-many')
        throw new AppError('too_many_waivers', { detail: `An account has at most ${mostWaivers}` });
      log.info({ accountId, waiverId: waiverIds.toId(row.id) }, 'Waiver created');
      return reply.code(201).send(toWaiver(row));
    },
  );
}
