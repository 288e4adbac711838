import { accountExport } from '@perimeter/contract/account/export';
import { Readable } from 'node:stream';
import type { Http, HttpReply } from '../../../http/http.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { AccountRow } from '../../../repositories/accounts/accounts.ts';
import { findSecondFactor } from '../../../repositories/accounts/second-factors.ts';
import { problemResponses } from '../../problem-responses.ts';
import { detailsOf } from '../account.ts';
import { requireAccount } from '../holder.ts';
import { accountOf } from '../../session/browser.ts';
import { exportedLists, type Held } from './parts.ts';

/** The file in pieces: the database is read further only as fast as the client reads. */
async function* piecesOf(
  identity: Identity,
  account: AccountRow,
  held: Held,
  mayStill: () => Promise<void>,
): AsyncGenerator<string | Buffer> {
  const factor = await findSecondFactor(identity.db, account.id);
  const details = {
    ...(await detailsOf(identity, account, { accountId: held.id })),
    secondFactorEnabledAt: factor?.confirmed_at?.getTime() ?? null,
  };
  yield `{"format":1,"exportedAt":${identity.nowMs()},"account":${JSON.stringify(details)}`;
  for (const [name, list] of Object.entries(exportedLists)) {
    yield `,\n"${name}":[`;
    let before = '\n';
    for await (const piece of list(identity, held)) {
      // Stop the export for a person who was removed or logged out meanwhile.
      await mayStill();
      yield before;
      yield piece;
      before = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

const pieceBytes = 64 * 1024;

function sendFile(reply: HttpReply, identity: Identity, pieces: AsyncGenerator<string | Buffer>): HttpReply {
  const day = new Date(identity.nowMs()).toISOString().slice(0, 10);
  return reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="perimeter-account-${day}.json"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: pieceBytes }));
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
          'One JSON file: the account, its keys and sessions without their secrets, the ledger of credits, and all audits with the reports that are still kept.',
        response: {
          200: { description: 'The file', content: { 'application/json': { schema: accountExport } } },
          ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      const account = await requireAccount(identity, request.principal);
      const held = { id: accountOf(request.principal).accountId, personId: account.id };
      const mayStill = async (): Promise<void> => request.authenticateAgain();
      return sendFile(reply, identity, piecesOf(identity, account, held, mayStill));
    },
  );
}
