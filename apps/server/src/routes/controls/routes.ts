import { controlList, mostControls, control as controlSchema } from '@perimeter/contract/account/control';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { originFor } from '../../http/reached-origin.ts';
import * as controls from '../../repositories/domains/controls.ts';
import type { WebSettings } from '../../settings/web.ts';
import { accountOf, domainParams } from '../domains/own-domain.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { requireConfirmed } from '../../accounts/caller.ts';
import { lookFor, type LookParts } from './look-for.ts';
import { toControl } from './to-control.ts';

/** What the routes of control and badges need. */
export interface ControlParts extends LookParts {
  identity: Identity;
  web: WebSettings;
}

const changes = [...writeProblems, 'insufficient_scope', 'invalid_domain', 'control_not_found'] as const;

const shown =
  ({ identity, web }: ControlParts, request: HttpRequest) =>
  (row: controls.ControlRow) => {
    const { secret, nowMs, publicOrigin, linkOrigin } = identity;
    const origin = `${originFor(request, publicOrigin, linkOrigin())}${web.basePath}`;
    return toControl(row, { secret, nowMs: nowMs(), origin });
  };

const nameOf = (params: { domain: string }): string => auditableDomain(params.domain, '/domain').ascii;

function thereOr(
  code: 'control_not_found' | 'control_not_held',
  row: controls.ControlRow | undefined,
): controls.ControlRow {
  if (row === undefined) throw new AppError(code);
  return row;
}

/** GET /api/controls */
function addList(http: Http, parts: ControlParts): void {
  const { db } = parts;
  http.get(
    '/api/controls',
    {
      schema: {
        tags: ['domain'],
        summary: 'List the domains that the account proves to control',
        response: { 200: controlList, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async (request, reply) => {
      const rows = await controls.listControls(db, accountOf(request.principal));
      return reply.header('cache-control', 'no-store').send({ controls: rows.map(shown(parts, request)) });
    },
  );
}

/** PUT and DELETE /api/controls/{domain} */
function addClaims(http: Http, parts: ControlParts): void {
  const { db } = parts;
  http.put(
    '/api/controls/:domain',
    {
      schema: {
        tags: ['domain'],
        summary: 'Say what proves that the account controls a domain',
        description:
          'The answer has the value to publish, in a TXT record or in a file. Asked again, the answer is the same.',
        params: domainParams,
        response: {
          200: controlSchema,
          ...problemResponses(...writeProblems, 'insufficient_scope', 'invalid_domain', 'too_many_controls'),
        },
      },
    },
    async (request, reply) => {
      const [accountId, domain] = [accountOf(request.principal), nameOf(request.params)];
      const row = await withLine(db, request, async (trx) => {
        const begun = await controls.beginControl(trx, accountId, domain);
        if (begun !== undefined) return begun;
        throw new AppError('too_many_controls', { detail: `An account has at most ${mostControls}` });
      });
      return reply.header('cache-control', 'no-store').send(shown(parts, request)(row));
    },
  );
  http.delete(
    '/api/controls/:domain',
    {
      schema: {
        tags: ['domain'],
        summary: 'End control of a domain, and its badge',
        params: domainParams,
        response: { 204: z.null(), ...problemResponses(...changes) },
      },
    },
    async (request, reply) => {
      const { principal, params, log } = request;
      const [accountId, domain] = [accountOf(principal), nameOf(params)];
      await withLine(db, request, async (trx) => {
        if (!(await controls.endControl(trx, accountId, domain))) throw new AppError('control_not_found');
      });
      log.info({ accountId }, 'Control of a domain ended');
      return reply.code(204).send(null);
    },
  );
}

/** POST /api/controls/{domain}/check */
function addCheck(http: Http, parts: ControlParts): void {
  const { db } = parts;
  http.post(
    '/api/controls/:domain/check',
    {
      // The start limit, because a check sends queries and requests to the domain.
      config: { limit: 'start' },
      schema: {
        tags: ['domain'],
        summary: 'Look for the proof now',
        description:
          'Looks for the TXT record, and for the file over HTTPS and HTTP without following redirects. The answer says what was found; while the proof is there it is found again every day.',
        params: domainParams,
        response: { 200: controlSchema, ...problemResponses(...changes, 'email_unconfirmed') },
      },
    },
    async (request, reply) => {
      requireConfirmed(request.principal);
      const [accountId, domain] = [accountOf(request.principal), nameOf(request.params)];
      if ((await controls.findControl(db, accountId, domain)) === undefined) throw new AppError('control_not_found');
      const how = await lookFor(parts, accountId, domain);
      const row = await withLine(db, request, async (trx) =>
        thereOr('control_not_found', await controls.keepLook(trx, { account_id: accountId, domain }, how)),
      );
      request.log.info({ accountId, how }, 'Proof of control looked for');
      return reply.header('cache-control', 'no-store').send(shown(parts, request)(row));
    },
  );
}

/** PUT and DELETE /api/controls/{domain}/badge */
function addBadgeChanges(http: Http, parts: ControlParts): void {
  const { db } = parts;
  http.put(
    '/api/controls/:domain/badge',
    {
      schema: {
        tags: ['domain'],
        summary: 'Make a badge for a domain that the account controls',
        description:
          'Anyone with its URL sees grade and date of the latest audit of the account, also where that audit is private. A domain has one badge at a time.',
        params: domainParams,
        response: { 200: controlSchema, ...problemResponses(...changes, 'control_not_held') },
      },
    },
    async (request, reply) => {
      const [accountId, domain] = [accountOf(request.principal), nameOf(request.params)];
      if ((await controls.findControl(db, accountId, domain)) === undefined) throw new AppError('control_not_found');
      // 128 random bits, so that badges cannot be enumerated.
      const badgeId = randomBytes(16).toString('base64url');
      const row = await withLine(db, request, async (trx) =>
        thereOr('control_not_held', await controls.setBadge(trx, accountId, domain, badgeId)),
      );
      return reply.header('cache-control', 'no-store').send(shown(parts, request)(row));
    },
  );
  http.delete(
    '/api/controls/:domain/badge',
    {
      schema: {
        tags: ['domain'],
        summary: 'End the badge of a domain',
        description: 'Its URL answers 404 from then on; the next badge has another.',
        params: domainParams,
        response: { 204: z.null(), ...problemResponses(...changes) },
      },
    },
    async (request, reply) => {
      const [accountId, domain] = [accountOf(request.principal), nameOf(request.params)];
      await withLine(db, request, async (trx) =>
        thereOr('control_not_found', await controls.setBadge(trx, accountId, domain, null)),
      );
      return reply.code(204).send(null);
    },
  );
}

/** Adds the routes for claims of control and badges. */
export function addControlRoutes(http: Http, parts: ControlParts): void {
  addList(http, parts);
  addClaims(http, parts);
  addCheck(http, parts);
  addBadgeChanges(http, parts);
}
