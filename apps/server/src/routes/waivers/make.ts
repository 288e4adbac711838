import { newWaiver, waiver, waiverList } from '@perimeter/contract/waiver/waiver';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { insertWaiver, listWaivers, mostWaivers } from '../../repositories/sharing/waivers.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { acceptYaml } from './accept-yaml.ts';
import { severityNow } from './severity-now.ts';
import { requireExpiry, toWaiver, waiverIds } from './to-waiver.ts';

/** GET /api/waivers */
export function listRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/waivers',
    {
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

/** GET /api/waivers.yml */
export function fileRoute(http: Http, { db, nowMs }: Identity): void {
  http.get(
    '/api/waivers.yml',
    {
      config: { isFile: true },
      schema: {
        tags: ['waiver'],
        summary: 'The waivers of a domain as perimeter.yml',
        description:
          'Entries of `accept`, which the command line reads as they are. Entries of perimeter.yml name no domain and cover all targets of their file: so there is one file for each domain. Waivers that name no owner get the address of the account.',
        querystring: z.strictObject({ domain: z.string().max(1024) }),
        response: {
          200: { description: 'The file: application/yaml', content: { 'application/yaml': { schema: z.string() } } },
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
    async ({ principal, query }, reply) => {
      const { ascii } = auditableDomain(query.domain, '/domain');
      const { accountId } = accountOf(principal);
      const account = await findAccount(db, accountId);
      if (account === undefined) throw new AppError('unauthorized');
      const rows = await listWaivers(db, accountId, ascii);
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', 'attachment; filename="perimeter.yml"')
        .type('application/yaml; charset=utf-8')
        .send(acceptYaml(rows.map(toWaiver), { domain: ascii, owner: account.email, nowMs: nowMs() }));
    },
  );
}

/** POST /api/waivers */
export function createRoute(http: Http, { db, nowMs }: Identity): void {
  http.post(
    '/api/waivers',
    {
      schema: {
        tags: ['waiver'],
        summary: 'Accept the risk of a finding or a check',
        description:
          'For one domain, with a reason, an owner and an end at most 365 days ahead. A finding that becomes more severe counts again. Scores of reports never change.',
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
    async (request, reply) => {
      const { principal, body, log } = request;
      const { accountId } = accountOf(principal);
      requireExpiry(body.expires, nowMs());
      const { fingerprint = null, checkId = null, host = null, reason, owner, expires } = body;
      const domain = auditableDomain(body.domain, '/domain').ascii;
      const about = { domain, fingerprint, checkId, host };
      const found = await severityNow(db, accountId, about);
      const severity = body.severity ?? found;
      const row = await withLine(db, request, async (trx) => {
        const made = await insertWaiver(trx, { accountId, ...about, severity, reason, owner, expires });
        if (made === 'exists') throw new AppError('waiver_exists');
        if (made !== 'too-many') return made;
        throw new AppError('too_many_waivers', { detail: `An account has at most ${mostWaivers}` });
      });
      log.info({ accountId, waiverId: waiverIds.toId(row.id) }, 'Waiver created');
      return reply.code(201).send(toWaiver(row));
    },
  );
}
