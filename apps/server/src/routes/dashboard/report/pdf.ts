import type { PdfProps } from '@perimeter/dashboard/lib/props';
import { z } from 'zod';
import { toAuditId } from '../../../audits/audit-id.ts';
import { details, layoutOf, type LayoutQuery, papers } from '../../../documents/paper.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { requireAudit, storedId } from '../../audit/find.ts';
import type { Offer } from '../../../documents/offers.ts';
import { maxWaitSeconds, waitPreference } from '../../prefer.ts';
import type { PageParts } from '../options.ts';
import { sendPage } from '../send.ts';
import { accountFor } from '../signed-in.ts';

const params = z.object({ id: z.string() });
const query = z.object({ paper: z.enum(papers).catch('a4'), detail: z.enum(details).catch('brief') });

/**
 * How long the page waits for a document unless its script requests longer, and how often it reloads without script, in
 * seconds.
 */
const patienceSeconds = 1;
const againSeconds = 2;
/** Time for rendering the page, in addition to the wait, in milliseconds. */
const renderMs = 13_000;

const statuses: Readonly<Record<PdfProps['state'], number>> = {
  ready: 200,
  making: 202,
  queued: 202,
  failed: 503,
  unavailable: 501,
};

/** An offer as the page shows it. */
function shownOf(offer: Offer): Pick<PdfProps, 'state' | 'afterSeconds' | 'reason'> {
  switch (offer.state) {
    case 'ready':
      return { state: 'ready', afterSeconds: 0, reason: null };
    case 'making':
      return { state: 'making', afterSeconds: againSeconds, reason: null };
    case 'queued':
      return { state: 'queued', afterSeconds: offer.afterSeconds, reason: null };
    case 'failed':
      return offer.error.code === 'not_implemented'
        ? { state: 'unavailable', afterSeconds: 0, reason: null }
        : { state: 'failed', afterSeconds: offer.afterSeconds, reason: offer.error.details.detail ?? null };
  }
}

async function sendOffer(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { audit, looks }: { audit: AuditWithElapsed; looks: LayoutQuery },
): Promise<HttpReply> {
  const stored = await findReport(parts.db, audit.id);
  if (stored === undefined) throw new AppError('report_expired', { domain: audit.domain });
  const patienceMs = (waitPreference(request.headers.prefer) ?? patienceSeconds) * 1_000;
  const offer = await parts.offers.of(request.log, [audit, stored, layoutOf(looks)], patienceMs);
  // Retention has deleted the file.
  if (offer.state === 'ready' && offer.seal.body === null)
    throw new AppError('report_expired', { domain: audit.domain });
  const shown = shownOf(offer);
  // The client may have disconnected during the wait.
  if (reply.raw.destroyed) return reply;
  if (shown.afterSeconds > 0) reply.header('retry-after', String(shown.afterSeconds));
  const props: PdfProps = { id: toAuditId(audit.id), domain: audit.domain, ...looks, ...shown };
  return sendPage(parts, request, reply, { name: 'pdf', ...props }, statuses[props.state]);
}

/** GET /audits/{id}/pdf: starts the document of an audit, waits for it, and links to it or shows why there is none. */
export function addPdfPage(http: Http, parts: PageParts): void {
  http.get(
    '/audits/:id/pdf',
    {
      config: { answerWithinMs: maxWaitSeconds * 1_000 + renderMs },
      schema: { hide: true, params, querystring: query },
    },
    async (request, reply) => {
      const holder = accountFor(parts, request, reply);
      if (holder === null) return reply;
      const audit = await requireAudit(parts.db, storedId(request.params.id), holder);
      if (audit.status !== 'completed')
        return reply.redirect(`${parts.web.basePath}/audits/${toAuditId(audit.id)}`, 303);
      return sendOffer(parts, request, reply, { audit, looks: request.query });
    },
  );
}
