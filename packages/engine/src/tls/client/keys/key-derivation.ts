import { createHash, createHmac } from 'node:crypto';
import { concat } from '@perimeter/protocols/bytes';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { SuiteAlgorithms } from './suite-algorithms.ts';

type PrfHash = SuiteAlgorithms['prfHash'];
const ascii = new TextEncoder();
const masterBytes = 48;
const verifyDataBytes = 12;
/** The part of a GCM nonce that comes from the key block (RFC 5288 section 3). */
const gcmSaltBytes = 4;

/** P_hash (RFC 5246 section 5). */
function expand(hash: string, secret: Uint8Array, seed: Uint8Array, length: number): Uint8Array {
  const hmac = (bytes: Uint8Array): Uint8Array => createHmac(hash, secret).update(bytes).digest();
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for (let chain = hmac(seed); bytes < length; chain = hmac(chain)) {
    const block = hmac(concat([chain, seed]));
    blocks.push(block);
    bytes += block.length;
  }
  return concat(blocks).subarray(0, length);
}

/** Parameters of a connection's pseudo-random function. */
export interface Prf {
  version: number;
  prfHash: PrfHash;
}

/** The pseudo-random function: one hash in TLS 1.2 (RFC 5246 section 5), MD5 and SHA-1 together before (RFC 2246 section 5). */
function prf(
  { version, prfHash }: Prf,
  secret: Uint8Array,
  label: string,
  seed: Uint8Array,
  length: number,
): Uint8Array {
  const whole = concat([ascii.encode(label), seed]);
  if (version >= wireVersions['TLSv1.2']) return expand(prfHash, secret, whole, length);
  const partial = Math.ceil(secret.length / 2);
  const sha1 = expand('sha1', secret.subarray(secret.length - partial), whole, length);
  return expand('md5', secret.subarray(0, partial), whole, length).map((byte, index) => byte ^ (sha1[index] ?? 0));
}

/** The randoms of both hellos. */
export interface Randoms {
  client: Uint8Array;
  server: Uint8Array;
}

/** master_secret (RFC 5246 section 8.1). */
export const masterSecret = (used: Prf, premaster: Uint8Array, { client, server }: Randoms): Uint8Array =>
  prf(used, premaster, 'master secret', concat([client, server]), masterBytes);

/** Keys of one direction. */
export interface DirectionKeys {
  macKey: Uint8Array;
  key: Uint8Array;
  /** The first IV of TLS 1.0's CBC, the salt of GCM, else empty. */
  iv: Uint8Array;
}

/** The key block cut into its parts (RFC 5246 section 6.3). */
export function connectionKeys(
  used: Prf,
  { mode, macBytes, keyBytes, blockBytes }: SuiteAlgorithms,
  master: Uint8Array,
  { client, server }: Randoms,
): { client: DirectionKeys; server: DirectionKeys } {
  const hasChainedIv = used.version < wireVersions['TLSv1.1'];
  const ivBytes = mode === 'GCM' ? gcmSaltBytes : hasChainedIv ? blockBytes : 0;
  const block = prf(used, master, 'key expansion', concat([server, client]), 2 * (macBytes + keyBytes + ivBytes));
  let offset = 0;
  const take = (length: number): Uint8Array => block.subarray(offset, (offset += length));
  const [clientMac, serverMac] = [take(macBytes), take(macBytes)];
  const [clientKey, serverKey] = [take(keyBytes), take(keyBytes)];
  const [clientIv, serverIv] = [take(ivBytes), take(ivBytes)];
  return {
    client: { macKey: clientMac, key: clientKey, iv: clientIv },
    server: { macKey: serverMac, key: serverKey, iv: serverIv },
  };
}

function transcriptHash({ version, prfHash }: Prf, transcript: readonly Uint8Array[]): Uint8Array {
  const whole = concat(transcript);
  const digest = (hash: string): Uint8Array => createHash(hash).update(whole).digest();
  return version >= wireVersions['TLSv1.2'] ? digest(prfHash) : concat([digest('md5'), digest('sha1')]);
}

/** verify_data of a Finished message (RFC 5246 section 7.4.9). */
export const verifyData = (
  used: Prf,
  side: 'client' | 'server',
  master: Uint8Array,
  transcript: readonly Uint8Array[],
): Uint8Array => prf(used, master, `${side} finished`, transcriptHash(used, transcript), verifyDataBytes);
