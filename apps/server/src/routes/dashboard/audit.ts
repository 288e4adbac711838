import { categoryKey } from '@perimeter/contract/category';
import { severity, type Severity } from '@perimeter/contract/finding';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { findReport, findReportDigest } from '../../repositories/audits/reports.ts';
import { requireAudit, storedId } from '../audit/find.ts';
import { requireReport } from '../audit/find-report.ts';
import { toState } from '../audit/state.ts';
import { catalogueOfEngine } from '../checks/catalogue.ts';
import { textsOf } from './check-texts.ts';
import type { PageParts } from './options.ts';
import { readPhases } from '../audit/phases.ts';
import { sendPage } from './send.ts';

const params = z.object({ id: z.string() });

const many = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.unknown()).transform((values): Severity[] =>
    values.flatMap((value) => {
      const parsed = severity.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
);
const filterQuery = z.object({
  severity: many,
  category: categoryKey.or(z.literal('')).catch(''),
  q: z.string().max(200).catch(''),
});

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
async function bodyOf({ db }: PageParts, auditId: string): Promise<Uint8Array> {
  const stored = await findReport(db, auditId);
  if (stored === undefined) throw new AppError('report_expired');
  return stored.body;
}

async function sendAudit(parts: PageParts, request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
  const audit = await requireAudit(parts.db, storedId(id), request.principal);
  if (audit.status !== 'completed') return sendUnfinished(parts, request, reply, audit);
  const digest = await findReportDigest(parts.db, audit.id);
  if (digest === undefined) throw new AppError('report_expired');
  const { severity: severities, category, q } = filterQuery.parse(request.query);
  return sendPage(parts, request, reply, {
    name: 'report',
    body: async () => bodyOf(parts, audit.id),
    digest: digest.toString('hex'),
    isPrivate: audit.is_private,
    filter: { severities, category, text: q.trim() },
  });
}

const checkParams = params.extend({ check: z.string().max(200) });
const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

/** GET /audits/{id} and /audits/{id}/checks/{check}: one address for the whole life of an audit, and one check of its report. */
export function addAuditPages(http: Http, parts: PageParts): void {
  http.get('/audits/:id', { schema: { hide: true, params } }, async (request, reply) =>
    sendAudit(parts, request, reply, request.params.id),
  );
  http.get('/audits/:id/checks/:check', { schema: { hide: true, params: checkParams } }, async (request, reply) => {
    const { id, check: checkId } = request.params;
    const { stored } = await requireReport(parts.db, id, request.principal);
    const entry = catalogueOfEngine()
      .modules.flatMap(({ checks }) => checks)
      .find((one) => one.id === checkId);
    if (entry === undefined && !/^[a-z0-9-]{1,80}$/.test(checkId)) throw new AppError('not_found');
    return sendPage(parts, request, reply, {
      name: 'check-of-report',
      body: async () => stored.body,
      digest: stored.sha256.toString('hex'),
      checkId,
      entry: entry ?? null,
      texts: textsOf(checkId),
      page: pageQuery.parse(request.query).page,
    });
  });
}
