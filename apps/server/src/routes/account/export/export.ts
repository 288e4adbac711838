import { accountExport, accountExportQuery } from '@perimeter/contract/account/export';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Http, HttpReply } from '../../../http/http.ts';
import type { Identity } from '../../../identity/identity.ts';
import { problemResponses } from '../../problem-responses.ts';
import { requireAccount } from '../holder.ts';
import { accountOf } from '../../session/browser.ts';
import { exportedFiles } from './files.ts';
import { openingOf, piecesOf } from './one-file.ts';
import { type ZipEntry, zipOf } from './zip.ts';

type Pieces = AsyncIterable<string | Buffer>;

/** Lines are sent together: each piece costs a look at the session, and a way through the streams. */
const leastAtOnce = 16 * 1024;

/** Who was removed or logged out meanwhile gets no more of it. */
async function* whileAllowed(pieces: Pieces, mayStill: () => Promise<void>): AsyncGenerator<string | Buffer> {
  let [together, size]: [Buffer[], number] = [[], 0];
  for await (const piece of pieces) {
    const octets = Buffer.from(piece);
    together.push(octets);
    size += octets.length;
    if (size < leastAtOnce) continue;
    await mayStill();
    yield Buffer.concat(together);
    [together, size] = [[], 0];
  }
  if (size === 0) return;
  await mayStill();
  yield Buffer.concat(together);
}

async function* eachWhileAllowed(
  files: AsyncIterable<ZipEntry>,
  mayStill: () => Promise<void>,
): AsyncGenerator<ZipEntry> {
  for await (const { name, pieces } of files) yield { name, pieces: whileAllowed(pieces, mayStill) };
}

const pieceBytes = 64 * 1024;

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
      const head = async (): Promise<string> => openingOf(identity, account, held);
      const file =
        format === 'zip'
          ? zipOf(
              eachWhileAllowed(
                exportedFiles(identity, held, async () => `${await head()}}\n`),
                mayStill,
              ),
              new Date(identity.nowMs()),
            )
          : Readable.from(whileAllowed(piecesOf(identity, held, head), mayStill), {
              objectMode: false,
              highWaterMark: pieceBytes,
            });
      return sendFile(reply, identity, format, file);
    },
  );
}
