import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
  type CipherGCMTypes,
} from 'node:crypto';
import { concat, u16, u32, u8 } from '@perimeter/protocols/bytes';
import { type CbcFlaw, cbcPlaintext, openCbcPlaintext } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { type TlsRecord, encodeRecord } from '@perimeter/protocols/tls/records/record';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { DirectionKeys } from './key-derivation.ts';
import type { SuiteAlgorithms } from './suite-algorithms.ts';

/** Encodes the next protected record; malformation is possible only in CBC. */
export type Sealer = (type: number, content: Uint8Array, flaw?: CbcFlaw) => Uint8Array;

/** Decrypts the next protected record; null where its protection is invalid. */
export type Opener = (record: TlsRecord) => Uint8Array | null;

const gcmNonceBytes = 8;
const gcmTagBytes = 16;

/** Additional authenticated data: sequence number, type, version and content length (RFC 5246 section 6.2.3). */
const authenticated = (sequence: number, type: number, version: number, length: number): Uint8Array =>
  concat([u32(0), u32(sequence), u8(type), u16(version), u16(length)]);

function macOf(
  { mac }: SuiteAlgorithms,
  { macKey }: DirectionKeys,
  header: Uint8Array,
  content: Uint8Array,
): Uint8Array {
  return createHmac(mac, macKey).update(header).update(content).digest();
}

function cbcSealer(algorithms: SuiteAlgorithms, keys: DirectionKeys, version: number): Sealer {
  const hasChainedIv = version < wireVersions['TLSv1.1'];
  const { cipher, blockBytes } = algorithms;
  let chained = keys.iv;
  let sequence = 0;
  return (type, content, flaw = 'none') => {
    const mac = macOf(algorithms, keys, authenticated(sequence, type, version, content.length), content);
    sequence += 1;
    const iv = hasChainedIv ? chained : randomBytes(blockBytes);
    const encrypt = createCipheriv(cipher, keys.key, iv).setAutoPadding(false);
    const body = encrypt.update(cbcPlaintext(content, mac, { blockBytes, flaw }));
    chained = body.subarray(body.length - blockBytes);
    return encodeRecord(type, version, hasChainedIv ? body : concat([iv, body]));
  };
}

function cbcOpener(algorithms: SuiteAlgorithms, keys: DirectionKeys, version: number): Opener {
  const hasChainedIv = version < wireVersions['TLSv1.1'];
  const { cipher, blockBytes, macBytes } = algorithms;
  let chained = keys.iv;
  let sequence = 0;
  return ({ type, fragment }) => {
    const iv = hasChainedIv ? chained : fragment.subarray(0, blockBytes);
    const body = hasChainedIv ? fragment : fragment.subarray(blockBytes);
    if (iv.length < blockBytes || body.length === 0 || body.length % blockBytes !== 0) return null;
    chained = body.subarray(body.length - blockBytes);
    const plaintext = createDecipheriv(cipher, keys.key, iv).setAutoPadding(false).update(body);
    const opened = openCbcPlaintext(plaintext, macBytes);
    if (opened === null) return null;
    const { content, mac } = opened;
    const expected = macOf(algorithms, keys, authenticated(sequence, type, version, content.length), content);
    sequence += 1;
    return timingSafeEqual(mac, expected) ? content : null;
  };
}

const gcmCipher = (bits: number): CipherGCMTypes => (bits === 256 ? 'aes-256-gcm' : 'aes-128-gcm');

function gcmSealer({ suite }: SuiteAlgorithms, { key, iv }: DirectionKeys, version: number): Sealer {
  let sequence = 0;
  return (type, content) => {
    const explicit = concat([u32(0), u32(sequence)]);
    const cipher = createCipheriv(gcmCipher(suite.bits), key, concat([iv, explicit]));
    cipher.setAAD(authenticated(sequence, type, version, content.length));
    sequence += 1;
    const body = concat([cipher.update(content), cipher.final()]);
    return encodeRecord(type, version, concat([explicit, body, cipher.getAuthTag()]));
  };
}

function gcmOpener({ suite }: SuiteAlgorithms, { key, iv }: DirectionKeys, version: number): Opener {
  let sequence = 0;
  return ({ type, fragment }) => {
    const length = fragment.length - gcmNonceBytes - gcmTagBytes;
    if (length < 0) return null;
    const decipher = createDecipheriv(gcmCipher(suite.bits), key, concat([iv, fragment.subarray(0, gcmNonceBytes)]));
    decipher.setAAD(authenticated(sequence, type, version, length));
    decipher.setAuthTag(fragment.subarray(fragment.length - gcmTagBytes));
    sequence += 1;
    try {
      return concat([decipher.update(fragment.subarray(gcmNonceBytes, gcmNonceBytes + length)), decipher.final()]);
    } catch {
      return null;
    }
  };
}

/** Protects records in one direction (RFC 2246, 4346 and 5246 section 6.2.3, RFC 5288). */
export const sealerFor = (algorithms: SuiteAlgorithms, keys: DirectionKeys, version: number): Sealer =>
  algorithms.mode === 'CBC' ? cbcSealer(algorithms, keys, version) : gcmSealer(algorithms, keys, version);

/** Decrypts the records of one direction, which must come in order. */
export const openerFor = (algorithms: SuiteAlgorithms, keys: DirectionKeys, version: number): Opener =>
  algorithms.mode === 'CBC' ? cbcOpener(algorithms, keys, version) : gcmOpener(algorithms, keys, version);
