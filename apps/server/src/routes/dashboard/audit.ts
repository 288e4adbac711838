import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { findReport, findReportDigest } from '../../repositories/audits/reports.ts';
import { requireAudit, storedId } from '../audit/find.ts';
import { requireCompleted } from '../audit/find-report.ts';
import { toState } from '../audit/state.ts';
import type { PageParts } from './options.ts';
import { readPhases } from '../audit/phases.ts';
import { checkParams, sendCheck, sendReport } from './report/send-report.ts';
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

/** A report can be deleted between its digest and its body. */
async function bodyOf({ db }: PageParts, { id, domain }: AuditWithElapsed): Promise<Uint8Array> {
  const stored = await findReport(db, id);
  if (stored === undefined) throw new AppError('report_expired', { domain });
  return stored.body;
}

async function requireDigest({ db }: PageParts, { id, domain }: AuditWithElapsed): Promise<string> {
  const digest = await findReportDigest(db, id);
  if (digest === undefined) throw new AppError('report_expired', { domain });
  return digest.toString('hex');
}

async function sendAudit(parts: PageParts, request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
  const audit = await requireAudit(parts.db, storedId(id), request.principal);
  if (audit.status !== 'completed') return sendUnfinished(parts, request, reply, audit);
  const digest = await requireDigest(parts, audit);
  const report = { body: async () => bodyOf(parts, audit), digest };
  return sendReport(parts, request, reply, report, audit.is_private);
}

/** GET /audits/{id} and /audits/{id}/checks/{check}: one address for the whole life of an audit, and one check of its report. */
export function addAuditPages(http: Http, parts: PageParts): void {
  http.get('/audits/:id', { schema: { hide: true, params } }, async (request, reply) =>
    sendAudit(parts, request, reply, request.params.id),
  );
  http.get(
    '/audits/:id/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) } },
    async (request, reply) => {
      const { id, check } = request.params;
      const audit = await requireCompleted(parts.db, id, request.principal);
      const digest = await requireDigest(parts, audit);
      return sendCheck(parts, request, reply, { body: async () => bodyOf(parts, audit), digest }, check);
    },
  );
}
