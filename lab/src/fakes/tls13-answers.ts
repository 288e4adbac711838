import { randomBytes } from 'node:crypto';
import type { ClientHello } from './client-hello.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { contentType, handshake, handshakeType, record, vector16, vector8 } from './tls-wire.ts';

const { 'TLSv1.2': tls12, 'TLSv1.3': tls13 } = wireVersions;
const supportedGroups = 10;
const supportedVersions = 43;
const keyShare = 51;
const aes128GcmSha256 = 0x1301;

/** The random that makes a ServerHello a HelloRetryRequest (RFC 9846 section 4.2.3). */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

/** The groups that a client offers. */
export function groupsOffered({ extensions }: ClientHello): readonly number[] {
  const list = extensions.get(supportedGroups) ?? Buffer.alloc(2);
  return Array.from({ length: Math.floor((list.length - 2) / 2) }, (_, index) => list.readUInt16BE(2 + index * 2));
}

/** The groups that a client sends shares of. */
export function groupsShared({ extensions }: ClientHello): readonly number[] {
  const shares = extensions.get(keyShare) ?? Buffer.alloc(0);
  const groups: number[] = [];
  for (let at = 2; at + 4 <= shares.length; at += 4 + shares.readUInt16BE(at + 2)) groups.push(shares.readUInt16BE(at));
  return groups;
}

/** A TLS 1.3 ServerHello with an invalid share, and the version in the wrong field. */
export function helloRetryRequest({ sessionId }: ClientHello, group: number): Buffer {
  const extensions = [extension(supportedVersions, u16(tls13)), extension(keyShare, u16(group))];
  return hello(tls12, retryRandom, sessionId, extensions);
}

/** A ServerHello of TLS 1.3 with a share that is no point of anything, and the version in the wrong place. */
export function misplacedVersion({ sessionId }: ClientHello): Buffer {
  const x25519 = 29;
  const share = Buffer.concat([u16(x25519), vector16(randomBytes(32))]);
  return hello(tls13, randomBytes(32), sessionId, [extension(keyShare, share)]);
}

const extension = (type: number, content: Uint8Array): Buffer => Buffer.concat([u16(type), vector16(content)]);

function hello(legacyVersion: number, random: Buffer, sessionId: Buffer, extensions: readonly Buffer[]): Buffer {
  const body = [u16(legacyVersion), random, vector8(sessionId), u16(aes128GcmSha256), u8(0), vector16(...extensions)];
  return record(contentType.handshake, tls12, handshake(handshakeType.serverHello, Buffer.concat(body)));
}
