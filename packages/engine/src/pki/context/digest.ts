import { createHash } from 'node:crypto';

/** Digest of the octets by Node's name of the hash. */
export const digestOf = (hash: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash(hash).update(bytes).digest());
