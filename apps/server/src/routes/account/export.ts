import { accountExport, accountExportQuery } from '@perimeter/contract/account/export';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { accountOf } from '../../accounts/caller.ts';
import { exportOf } from '../../accounts/export/export-of.ts';
import { requireAccount } from '../../accounts/proof/holder.ts';
import type { Http, HttpReply } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses } from '../problem-responses.ts';

const formats = {
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
} as const;

function sendFile(reply: HttpReply, identity: Identity, format: keyof typeof formats, file: Readable): HttpReply {
  const day = new Date(identity.nowMs()).toISOString().slice(0, 10);
  return reply
    .headers({
      'content-type': formats[format],
      'content-disposition': `attachment; filename="perimeter-account-${day}.${format}"`,
      'cache-control': 'no-store',
    })
    .send(file);
}

/** GET /api/account/export */
export function exportRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/account/export',
    {
      config: { limit: 'export', isFile: true },
      schema: {
        tags: ['account'],
        summary: 'Download everything that the account holds',
        description:
          'The account, its keys and sessions without their secrets, the ledger of credits, the log of the team, and all audits with the reports that are still kept: as a ZIP archive with a README, a JSON file for each list and each audit, and the log as CSV; or as one JSON file. It ends without its last part, so that no program takes it for whole, when the session ends meanwhile.',
        querystring: accountExportQuery,
        response: {
          200: {
            description: 'The file',
            content: {
              'application/zip': { schema: z.string().meta({ format: 'binary' }) },
              'application/json': { schema: accountExport },
            },
          },
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      const account = await requireAccount(identity, request.principal);
      const held = { id: accountOf(request.principal).accountId, personId: account.id };
      const mayStill = async (): Promise<void> => request.authenticateAgain();
      const { format } = request.query;
      const file = exportOf(identity, { account, held }, format, mayStill);
      return sendFile(reply, identity, format, file);
    },
  );
}
