import {
  type DecipherCCM,
  type DecipherChaCha20Poly1305,
  type DecipherGCM,
  createDecipheriv,
  createHash,
  createHmac,
} from 'node:crypto';
import { concat, u16, vector8 } from '@perimeter/protocols/bytes';
import type { TlsRecord } from '@perimeter/protocols/tls/records/record';

interface SuiteAlgorithms {
  hash: 'sha256' | 'sha384';
  keyBytes: number;
  tagBytes: number;
  decipher: (key: Uint8Array, nonce: Uint8Array) => DecipherCCM | DecipherGCM | DecipherChaCha20Poly1305;
}

const tagBytes = 16;
const shortTagBytes = 8;

/** The suites of RFC 9846 appendix B.4. */
const algorithms: ReadonlyMap<number, SuiteAlgorithms> = new Map<number, SuiteAlgorithms>([
  [
    0x1301,
    { hash: 'sha256', keyBytes: 16, tagBytes, decipher: (key, nonce) => createDecipheriv('aes-128-gcm', key, nonce) },
  ],
  [
    0x1302,
    { hash: 'sha384', keyBytes: 32, tagBytes, decipher: (key, nonce) => createDecipheriv('aes-256-gcm', key, nonce) },
  ],
  [
    0x1303,
    {
      hash: 'sha256',
      keyBytes: 32,
      tagBytes,
      decipher: (key, nonce) => createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes }),
    },
  ],
  [0x1304, ccm(tagBytes)],
  [0x1305, ccm(shortTagBytes)],
]);

function ccm(authTagLength: number): SuiteAlgorithms {
  return {
    hash: 'sha256',
    keyBytes: 16,
    tagBytes: authTagLength,
    decipher: (key, nonce) => createDecipheriv('aes-128-ccm', key, nonce, { authTagLength }),
  };
}

const nonceBytes = 12;
const nothing = new Uint8Array(0);
const ascii = new TextEncoder();

/** Decrypts one record; null where its tag is wrong. Records must come in order. */
export type Opener = (record: TlsRecord) => { type: number; content: Uint8Array } | null;

/** HKDF-Expand-Label (RFC 9846 section 7.1). */
function expandLabel(hash: string, secret: Uint8Array, label: string, context: Uint8Array, length: number): Uint8Array {
  const info = concat([u16(length), vector8(ascii.encode(`tls13 ${label}`)), vector8(context)]);
  let block: Uint8Array = nothing;
  let output: Uint8Array = nothing;
  for (let counter = 1; output.length < length; counter += 1) {
    block = createHmac(hash, secret)
      .update(concat([block, info, Uint8Array.of(counter)]))
      .digest();
    output = concat([output, block]);
  }
  return output.subarray(0, length);
}

/** The server's handshake traffic secret from the shared secret and ClientHello…ServerHello (RFC 9846 section 7.1). */
function serverHandshakeSecret(hash: 'sha256' | 'sha384', shared: Uint8Array, transcript: Uint8Array): Uint8Array {
  const digest = (bytes: Uint8Array): Uint8Array => createHash(hash).update(bytes).digest();
  const hashBytes = digest(nothing).length;
  const zeros = new Uint8Array(hashBytes);
  const early = createHmac(hash, zeros).update(zeros).digest();
  const derived = expandLabel(hash, early, 'derived', digest(nothing), hashBytes);
  const handshake = createHmac(hash, derived).update(shared).digest();
  return expandLabel(hash, handshake, 's hs traffic', digest(transcript), hashBytes);
}

/** The per-record nonce: the sequence number padded to the left and added to the IV (RFC 9846 section 5.3). */
function nonceOf(iv: Uint8Array, sequence: number): Uint8Array {
  const nonce = Uint8Array.from(iv);
  for (let index = 0; index < 4; index += 1) {
    const at = nonceBytes - 1 - index;
    nonce[at] = (nonce[at] ?? 0) ^ ((sequence >>> (8 * index)) & 0xff);
  }
  return nonce;
}

/** TLSInnerPlaintext: content, its type, and zeros (RFC 9846 section 5.2). */
function innerPlaintext(plain: Uint8Array): { type: number; content: Uint8Array } | null {
  const last = plain.findLastIndex((byte) => byte !== 0);
  return last < 0 ? null : { type: plain[last] ?? 0, content: plain.subarray(0, last) };
}

function decrypt(
  { decipher: create, tagBytes }: SuiteAlgorithms,
  key: Uint8Array,
  nonce: Uint8Array,
  record: TlsRecord,
): Uint8Array | null {
  const { header, fragment } = record;
  if (fragment.length < tagBytes) return null;
  const body = fragment.subarray(0, fragment.length - tagBytes);
  try {
    const decipher = create(key, nonce);
    decipher.setAuthTag(fragment.subarray(body.length));
    decipher.setAAD(header, { plaintextLength: body.length });
    const plain = decipher.update(body);
    decipher.final();
    return new Uint8Array(plain);
  } catch {
    return null;
  }
}

/** Decrypts the server's encrypted handshake records; null for a suite outside of RFC 9846. */
export function serverHandshakeOpener(suite: number, shared: Uint8Array, transcript: Uint8Array): Opener | null {
  const used = algorithms.get(suite);
  if (used === undefined) return null;
  const secret = serverHandshakeSecret(used.hash, shared, transcript);
  const key = expandLabel(used.hash, secret, 'key', nothing, used.keyBytes);
  const iv = expandLabel(used.hash, secret, 'iv', nothing, nonceBytes);
  let sequence = 0;
  return (record) => {
    const plain = decrypt(used, key, nonceOf(iv, sequence), record);
    sequence += 1;
    return plain === null ? null : innerPlaintext(plain);
  };
}
