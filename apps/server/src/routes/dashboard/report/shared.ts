import { z } from 'zod';
import { hashToken } from '../../../credentials/session-token.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { findShared } from '../../../repositories/sharing/share-links.ts';
import type { PageParts } from '../options.ts';
import { sendNone } from './no-link.ts';
import { checkParams, sectionParams, sendCheck, sendReport, sendSection, type ShownReport } from './send-report.ts';

const params = z.object({ token: z.string() });
/** No session is looked at: the page is the same for everybody who has the link. */
const forHolders = { limit: 'shared' } as const;

/** GET /s/{token}, and below it a check of the report and a section of its data: for whoever has the link. */
export function addSharedPages(http: Http, parts: PageParts): void {
  const { db, identity } = parts;
  const shownBy = async (token: string): Promise<ShownReport | null> => {
    const found = await findShared(db, hashToken(token), new Date(identity.nowMs()));
    if (found === undefined) return null;
    const body = async (): Promise<Uint8Array> => {
      const stored = await findReport(db, found.auditId);
      if (stored === undefined) throw new AppError('share_link_not_found');
      return stored.body;
    };
    const { isRedacted, expiresAt, sha256 } = found;
    const shared = { path: `s/${token}`, isRedacted, expiresAt: expiresAt.getTime() };
    return { digest: sha256.toString('hex'), body, shared };
  };
  http.get('/s/:token', { schema: { hide: true, params }, config: forHolders }, async (request, reply) => {
    const shown = await shownBy(request.params.token);
    return shown === null ? sendNone(parts, request, reply) : sendReport(parts, request, reply, shown);
  });
  http.get(
    '/s/:token/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) }, config: forHolders },
    async (request, reply) => {
      const shown = await shownBy(request.params.token);
      return shown === null
        ? sendNone(parts, request, reply)
        : sendCheck(parts, request, reply, shown, request.params.check);
    },
  );
  http.get(
    '/s/:token/data/:section',
    { schema: { hide: true, params: params.extend(sectionParams.shape) }, config: forHolders },
    async (request, reply) => {
      const shown = await shownBy(request.params.token);
      return shown === null
        ? sendNone(parts, request, reply)
        : sendSection(parts, request, reply, shown, request.params.section);
    },
  );
}
