import type { Verification } from '@perimeter/contract/verification';
import { webcrypto } from 'node:crypto';
import type { Db } from '../repositories/schema/schema.ts';
import { findSealOfFile } from '../repositories/seals/register.ts';
import type { VerifyAnswer, VerifyRequest } from './messages.ts';

/** SHA-256 in a pool thread, because hashing many megabytes would block the event loop. */
export const sha256InPool = async (data: Uint8Array<ArrayBuffer>): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', data));

interface Registered {
  sequence: string;
  entry: Buffer;
  sealed_at: Date;
}

/** A file's register entry, and where the register was changed. */
interface RegisterState {
  registered: Registered | undefined;
  broken: readonly string[];
}

/** What verifying a file needs. */
export interface Bench {
  db: Db;
  ask: (request: VerifyRequest) => Promise<VerifyAnswer>;
  brokenNow: () => Promise<readonly string[]>;
}

/** Checks that the register contains a file and is intact. */
export async function registerCheck(
  { db, brokenNow }: Bench,
  fileSha256: Buffer,
): Promise<RegisterState & { check: Verification['checks'][number] }> {
  const registered = await findSealOfFile(db, fileSha256);
  const broken = registered === undefined ? [] : await brokenNow();
  const detail =
    registered === undefined
      ? 'The file is not in the register of this service'
      : broken.length === 0
        ? `Entry ${registered.sequence} of the register, ${registered.entry.toString('hex')}, with a valid hash chain`
        : `The register was modified at entry ${broken[0] ?? ''}`;
  return {
    registered,
    broken,
    check: { name: 'register', passed: registered !== undefined && broken.length === 0, detail },
  };
}
