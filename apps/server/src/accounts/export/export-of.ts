import { Readable } from 'node:stream';
import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { exportedFiles } from './files.ts';
import { openingOf, piecesOf } from './one-file.ts';
import type { Held } from './parts.ts';
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

/** All that an account and its team hold, as a stream that asks before each part whether its reader still may have it. */
export function exportOf(
  identity: Identity,
  { account, held }: { account: AccountRow; held: Held },
  format: 'zip' | 'json',
  mayStill: () => Promise<void>,
): Readable {
  const head = async (): Promise<string> => openingOf(identity, account, held);
  if (format === 'zip') {
    const files = exportedFiles(identity, held, async () => `${await head()}}\n`);
    return zipOf(eachWhileAllowed(files, mayStill), new Date(identity.nowMs()));
  }
  const pieces = whileAllowed(piecesOf(identity, held, head), mayStill);
  return Readable.from(pieces, { objectMode: false, highWaterMark: pieceBytes });
}
