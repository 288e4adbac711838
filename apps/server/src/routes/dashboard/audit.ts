import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { findReport, findReportDigest } from '../../repositories/audits/reports.ts';
import { requireVisible, storedId } from '../audit/find.ts';
import { requireCompleted } from '../audit/find-report.ts';
import { toState } from '../audit/state.ts';
import type { PageParts } from './options.ts';
import { readPhases } from '../audit/phases.ts';
import {
  checkParams,
  sectionParams,
  sendCheck,
  sendReport,
  sendSection,
  type ShownReport,
} from './report/send-report.ts';
import { besideReport } from './report/beside.ts';
import { sendPage } from './send.ts';

const params = z.object({ id: z.string() });

async function sendUnfinished(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  audit: AuditWithElapsed,
): Promise<HttpReply> {
  const { phases, findings, next } = await readPhases(parts.db, audit, parts.phasesOf, 0);
  const props = {
    state: toState(audit),
    scanMode: audit.scan_mode,
    startedAt: audit.started_at.getTime(),
    phases,
    findings,
    next,
    userAgent: parts.userAgent,
  };
  return sendPage(parts, request, reply, { name: audit.status === 'failed' ? 'failed' : 'running', ...props });
}

/** A report can be deleted between reading its digest and its body. */
async function bodyOf({ db }: PageParts, { id, domain }: AuditWithElapsed): Promise<Uint8Array> {
  const stored = await findReport(db, id);
  if (stored === undefined) throw new AppError('report_expired', { domain });
  return stored.body;
}

/** The digest of an audit's report. Throws report_expired if it was deleted. */
type RequireDigest = (audit: AuditWithElapsed) => Promise<string>;

const maxDigests = 10_000;

/** Caches digests of reports: a report never changes, and its audit shows when it is deleted. */
function rememberDigests(db: Db): RequireDigest {
  const digests = new Map<string, string>();
  return async ({ id, domain, purged_at }) => {
    const known = purged_at === null ? digests.get(id) : undefined;
    if (known !== undefined) return known;
    const digest = (await findReportDigest(db, id))?.toString('hex');
    if (digest === undefined) throw new AppError('report_expired', { domain });
    const [oldest] = digests.keys();
    if (digests.size >= maxDigests && oldest !== undefined) digests.delete(oldest);
    digests.set(id, digest);
    return digest;
  };
}

interface Parts extends PageParts {
  requireDigest: RequireDigest;
}

async function sendAudit(parts: Parts, request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
  // From the cache of polls: as current as those, and without a query.
  const audit = requireVisible(await parts.statuses.find(storedId(id)), request.principal);
  if (audit.status !== 'completed') return sendUnfinished(parts, request, reply, audit);
  const digest = await parts.requireDigest(audit);
  const report = { body: async () => bodyOf(parts, audit), digest, shared: null };
  return sendReport(parts, request, reply, report, await besideReport(parts, request, audit, digest));
}

/**
 * GET /audits/{id}, the same URL for the whole life of an audit, and below it pages of a check and of a section of its
 * data.
 */
export function addAuditPages(http: Http, page: PageParts): void {
  const parts: Parts = { ...page, requireDigest: rememberDigests(page.db) };
  http.get('/audits/:id', { schema: { hide: true, params } }, async (request, reply) =>
    sendAudit(parts, request, reply, request.params.id),
  );
  const shown = async (request: HttpRequest, id: string): Promise<ShownReport> => {
    const audit = await requireCompleted(parts.db, id, request.principal);
    return { body: async () => bodyOf(parts, audit), digest: await parts.requireDigest(audit), shared: null };
  };
  http.get(
    '/audits/:id/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) } },
    async (request, reply) => {
      const { id, check } = request.params;
      return sendCheck(parts, request, reply, await shown(request, id), check);
    },
  );
  http.get(
    '/audits/:id/data/:section',
    { schema: { hide: true, params: params.extend(sectionParams.shape) } },
    async (request, reply) => {
      const { id, section } = request.params;
      return sendSection(parts, request, reply, await shown(request, id), section);
    },
  );
}
