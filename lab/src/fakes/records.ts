import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Protection } from './suites.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';

const { 'TLSv1.1': tls11 } = wireVersions;
const tagBytes = 16;

/** Keys of one direction. */
export interface DirectionKeys {
  readonly mac: Buffer;
  readonly key: Buffer;
  readonly iv: Buffer;
}

/** A decrypted record: its content, and for CBC which properties are valid. */
export interface Opened {
  readonly content: Buffer;
  readonly macHolds: boolean;
  /** All padding bytes have the right value. */
  readonly paddingHolds: boolean;
  /** Padding and MAC fit in the record. */
  readonly lengthHolds: boolean;
  /** All bytes are equal: only padding. */
  readonly isAllPadding: boolean;
}

/** The cipher of one direction. */
export interface RecordCipher {
  readonly seal: (type: number, content: Buffer) => Buffer;
  readonly open: (type: number, fragment: Buffer) => Opened;
}

/** The result for an invalid ciphertext. */
const broken: Opened = {
  content: Buffer.alloc(0),
  macHolds: false,
  paddingHolds: false,
  lengthHolds: false,
  isAllPadding: false,
};

/** Cuts the key block into the two directions (RFC 5246 section 6.3). */
export function splitKeys(
  block: Buffer,
  { keyBytes, mac, blockBytes }: Protection,
): { client: DirectionKeys; server: DirectionKeys } {
  const macBytes = macLength(mac);
  const ivBytes = mac === null ? 4 : blockBytes;
  let at = 0;
  const take = (bytes: number): Buffer => block.subarray(at, (at += bytes));
  const [clientMac, serverMac] = [take(macBytes), take(macBytes)];
  const [clientKey, serverKey] = [take(keyBytes), take(keyBytes)];
  const [clientIv, serverIv] = [take(ivBytes), take(ivBytes)];
  return {
    client: { mac: clientMac, key: clientKey, iv: clientIv },
    server: { mac: serverMac, key: serverKey, iv: serverIv },
  };
}

/** How much key material both directions need. */
export function keyBlockBytes({ keyBytes, mac, blockBytes }: Protection): number {
  return 2 * (macLength(mac) + keyBytes + (mac === null ? 4 : blockBytes));
}

const macLength = (mac: Protection['mac']): number => (mac === null ? 0 : { sha1: 20, sha256: 32, sha384: 48 }[mac]);

/** Protects records of one direction. */
export function recordCipher(protection: Protection, keys: DirectionKeys, version: number): RecordCipher {
  return protection.mac === null
    ? gcmCipher(protection, keys, version)
    : cbcCipher(protection, protection.mac, keys, version);
}

function counter(): () => Buffer {
  let next = 0n;
  return () => {
    const octets = Buffer.alloc(8);
    octets.writeBigUInt64BE(next);
    next += 1n;
    return octets;
  };
}

/** AES-GCM with the explicit half of the nonce before the ciphertext (RFC 5288 section 3). */
function gcmCipher({ cipher }: Protection, { key, iv }: DirectionKeys, version: number): RecordCipher {
  const sequence = counter();
  const header = (number: Buffer, type: number, bytes: number): Buffer =>
    Buffer.concat([number, u8(type), u16(version), u16(bytes)]);
  const name = cipher === 'aes-256-gcm' ? 'aes-256-gcm' : 'aes-128-gcm';
  return {
    seal(type, content) {
      const number = sequence();
      const sealing = createCipheriv(name, key, Buffer.concat([iv, number]));
      sealing.setAAD(header(number, type, content.length));
      return Buffer.concat([number, sealing.update(content), sealing.final(), sealing.getAuthTag()]);
    },
    open(type, fragment) {
      if (fragment.length < 8 + tagBytes) return broken;
      const content = fragment.subarray(8, fragment.length - tagBytes);
      const opening = createDecipheriv(name, key, Buffer.concat([iv, fragment.subarray(0, 8)]));
      opening.setAAD(header(sequence(), type, content.length));
      opening.setAuthTag(fragment.subarray(fragment.length - tagBytes));
      const plain = opening.update(content);
      const macHolds = succeeds(() => opening.final());
      return { content: plain, macHolds, paddingHolds: true, lengthHolds: true, isAllPadding: false };
    },
  };
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** MAC, then padding, then CBC; the IV is chained in TLS 1.0 and explicit after it (RFC 4346 section 6.2.3.2). */
function cbcCipher(
  { cipher, blockBytes }: Protection,
  mac: 'sha1' | 'sha256' | 'sha384',
  { mac: macKey, key, iv }: DirectionKeys,
  version: number,
): RecordCipher {
  const sequence = counter();
  const isExplicit = version >= tls11;
  let chained = iv;
  const macOf = (number: Buffer, type: number, content: Buffer): Buffer =>
    createHmac(mac, macKey)
      .update(Buffer.concat([number, u8(type), u16(version), u16(content.length), content]))
      .digest();
  return {
    seal(type, content) {
      const whole = Buffer.concat([content, macOf(sequence(), type, content)]);
      const padding = blockBytes - 1 - (whole.length % blockBytes);
      const vector = isExplicit ? randomBytes(blockBytes) : chained;
      const sealing = createCipheriv(cipher, key, vector).setAutoPadding(false);
      const sealed = Buffer.concat([
        sealing.update(whole),
        sealing.update(Buffer.alloc(padding + 1, padding)),
        sealing.final(),
      ]);
      chained = sealed.subarray(sealed.length - blockBytes);
      return isExplicit ? Buffer.concat([vector, sealed]) : sealed;
    },
    open(type, fragment) {
      const [vector, sealed] = isExplicit
        ? [fragment.subarray(0, blockBytes), fragment.subarray(blockBytes)]
        : [chained, fragment];
      if (sealed.length === 0 || sealed.length % blockBytes !== 0) return broken;
      const opening = createDecipheriv(cipher, key, vector).setAutoPadding(false);
      const plain = Buffer.concat([opening.update(sealed), opening.final()]);
      chained = Buffer.from(sealed.subarray(sealed.length - blockBytes));
      const number = sequence();
      return examine(plain, macLength(mac), (content) => macOf(number, type, content));
    },
  };
}

/** Checks each property of a decrypted record separately, which a sound server must not reveal. */
function examine(plain: Buffer, macBytes: number, macOf: (content: Buffer) => Buffer): Opened {
  const padding = plain.readUInt8(plain.length - 1);
  const lengthHolds = padding + 1 + macBytes <= plain.length;
  const end = Math.max(0, plain.length - 1 - macBytes - (lengthHolds ? padding : 0));
  const content = plain.subarray(0, end);
  return {
    content,
    lengthHolds,
    macHolds: macOf(content).equals(plain.subarray(end, end + macBytes)),
    paddingHolds: lengthHolds && plain.subarray(plain.length - 1 - padding).every((octet) => octet === padding),
    isAllPadding: plain.every((octet) => octet === padding),
  };
}
