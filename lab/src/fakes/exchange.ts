import {
  constants,
  createDiffieHellman,
  createECDH,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
  type DiffieHellman,
} from 'node:crypto';
import type { ClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './behaviour.ts';
import { exchangeOf } from './suites.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { vector16, vector8 } from './tls-wire.ts';
import { explicitP256 } from './explicit-curve.data.ts';

const premasterBytes = 48;
const supportedGroups = 10;
const explicitPrimeCurves = 0xff01;

/** The kind of error in an RSA-encrypted premaster secret's encoding (RFC 8017 section 7.2.2). */
export type RsaPadding = 'good' | 'wrong-prefix' | 'misplaced-zero' | 'no-zero' | 'wrong-version';

/** A key exchange: the server's parameters, and the handling of the client's share. */
export interface KeyExchange {
  /** ServerDHParams, ServerECDHParams or the temporary RSA key; signed in ServerKeyExchange. */
  readonly parameters?: Buffer;
  /** From the body of ClientKeyExchange. */
  readonly receive: (body: Buffer) => { readonly premaster: Buffer; readonly padding?: RsaPadding };
}

/** Begins the key exchange of a suite. */
export function startExchange(
  suite: number,
  hello: ClientHello,
  behaviour: FakeBehaviour,
  identity: FakeIdentity,
): KeyExchange {
  const kind = exchangeOf(suite);
  if (kind === 'ecdhe') return ecdhe(hello, behaviour);
  const isField = kind === 'dhe' || kind === 'dh-anonymous';
  if (isField && behaviour.dhPrime !== undefined) return dhe(behaviour.dhPrime, behaviour);
  if (kind === 'rsa-export')
    return { parameters: temporaryRsa(), receive: () => ({ premaster: randomBytes(premasterBytes) }) };
  return { receive: (body) => receiveRsa(body.subarray(2), hello.version, identity) };
}

const curveNames: Readonly<Record<number, string>> = {
  16: 'secp160r1',
  19: 'prime192v1',
  21: 'secp224r1',
  23: 'prime256v1',
  24: 'secp384r1',
};

/** Reused keys, by purpose. */
const reusedKeys = new Map<string, Buffer>();

function reused(name: string, behaviour: FakeBehaviour, make: () => Buffer): Buffer {
  if (behaviour.keyReuse !== true) return make();
  const known = reusedKeys.get(name) ?? make();
  reusedKeys.set(name, known);
  return known;
}

function ecdhe(hello: ClientHello, behaviour: FakeBehaviour): KeyExchange {
  const offered = groupsOf(hello);
  const group =
    (behaviour.groups ?? [23]).find((candidate) => offered.includes(candidate)) ?? behaviour.groups?.[0] ?? 23;
  const ecdh = createECDH(curveNames[group] ?? 'prime256v1');
  ecdh.setPrivateKey(
    reused(`ecdhe ${group}`, behaviour, () => {
      ecdh.generateKeys();
      return ecdh.getPrivateKey();
    }),
  );
  const isExplicit = behaviour.explicitCurve === true && offered.includes(explicitPrimeCurves);
  const curve = isExplicit ? explicitP256 : Buffer.concat([u8(3), u16(group)]);
  return {
    parameters: Buffer.concat([curve, vector8(ecdh.getPublicKey())]),
    receive: (body) => ({ premaster: ecdh.computeSecret(body.subarray(1)) }),
  };
}

/** Code points of supported_groups. */
export function groupsOf(hello: ClientHello): readonly number[] {
  const list = hello.extensions.get(supportedGroups) ?? Buffer.alloc(2);
  return Array.from({ length: Math.floor((list.length - 2) / 2) }, (_, index) => list.readUInt16BE(2 + index * 2));
}

/** Cached by prime, because OpenSSL checks a prime whenever it is set. */
const diffieHellmans = new Map<string, DiffieHellman>();

function diffieHellmanOver(prime: Uint8Array): DiffieHellman {
  const name = Buffer.from(prime).toString('hex');
  const known = diffieHellmans.get(name) ?? createDiffieHellman(prime);
  diffieHellmans.set(name, known);
  return known;
}

/** Leading zeros of the shared secret are removed (RFC 5246 section 8.1.2). */
function dhe(prime: Uint8Array, behaviour: FakeBehaviour): KeyExchange {
  const dh = diffieHellmanOver(prime);
  const secret = reused(`dhe ${prime.length}`, behaviour, () => randomBytes(32));
  dh.setPrivateKey(secret);
  const share = withoutZeros(dh.generateKeys());
  return {
    parameters: Buffer.concat([vector16(prime), vector16(u8(2)), vector16(share)]),
    receive(body) {
      dh.setPrivateKey(secret);
      return { premaster: withoutZeros(dh.computeSecret(body.subarray(2))) };
    },
  };
}

const withoutZeros = (octets: Buffer): Buffer => octets.subarray(octets.findIndex((octet) => octet !== 0));

/**
 * The temporary key of at most 512 bits that export suites need with a longer certificate key (RFC 2246 section 7.4.3).
 */
function temporaryRsa(): Buffer {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ format: 'jwk' });
  return Buffer.concat([vector16(Buffer.from(n, 'base64url')), vector16(Buffer.from(e, 'base64url'))]);
}

/**
 * A random secret replaces one that cannot be decrypted, so that the handshake fails later (RFC 5246 section 7.4.7.1).
 */
function receiveRsa(encrypted: Buffer, version: number, { key }: FakeIdentity): ReturnType<KeyExchange['receive']> {
  const random = randomBytes(premasterBytes);
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
    const padding = paddingOf(block, version);
    return { padding, premaster: padding === 'good' ? block.subarray(block.length - premasterBytes) : random };
  } catch {
    return { padding: 'wrong-prefix', premaster: random };
  }
}

function paddingOf(block: Buffer, version: number): RsaPadding {
  if (block.readUInt16BE(0) !== 0x0002) return 'wrong-prefix';
  const zeroAt = block.indexOf(0, 2);
  if (zeroAt === -1) return 'no-zero';
  if (zeroAt !== block.length - premasterBytes - 1) return 'misplaced-zero';
  return block.readUInt16BE(zeroAt + 1) === version ? 'good' : 'wrong-version';
}
