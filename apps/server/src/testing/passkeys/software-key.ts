import type { NewPasskeyAnswer, PasskeyAnswer } from '@perimeter/contract/passkey';
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

/** How an answer differs from an honest browser's. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** The signature counter; default: the next one. */
  counter?: number;
  /** True if the user was verified. */
  isVerified?: boolean;
  userHandle?: string;
  /** True: the signature is wrong. */
  isForged?: boolean;
  /** True: with a manufacturer's attestation certificates. */
  hasCertificates?: boolean;
}

interface Asked {
  challenge: string;
  origin: string;
  rpId: string;
}

const base64url = (octets: Uint8Array | string): string => Buffer.from(octets).toString('base64url');

// The part of CBOR that passkeys need.
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const octets = (value: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

// Authenticator data (WebAuthn Level 3 section 6.1): user present, verified, attested credential data.
const present = 0x01;
const verified = 0x04;
const attested = 0x40;

function authenticatorData(rpId: string, flags: number, counter: number, more: Uint8Array = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([flags]), count, more]);
}

/** A passkey in software: the answers of authenticator and browser, valid or not. */
export function softwareKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (of: string | undefined): Buffer => octets(Buffer.from(of ?? '', 'base64url'));
  // COSE_Key (IANA COSE registry): EC2, ES256, P-256.
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(jwk.x),
    Buffer.from([0x22]),
    coordinate(jwk.y),
  ]);
  let count = 0;
  const parts = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} } as const;

  /** Answers a request to create a passkey. */
  const create = ({ challenge, origin, rpId }: Asked, twist: Twist = {}): NewPasskeyAnswer => {
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const data = authenticatorData(twist.rpId ?? rpId, present | verified | attested, 0, credential);
    const statement =
      twist.hasCertificates === true
        ? Buffer.concat([
            text('apple'),
            text('attStmt'),
            Buffer.from([0xa1]),
            text('x5c'),
            Buffer.from([0x81]),
            octets(id),
          ])
        : Buffer.concat([text('none'), text('attStmt'), Buffer.from([0xa0])]);
    const object = Buffer.concat([Buffer.from([0xa3]), text('fmt'), statement, text('authData'), octets(data)]);
    const client = clientData(twist.type ?? 'webauthn.create', twist.challenge ?? challenge, twist.origin ?? origin);
    return {
      ...parts,
      response: { clientDataJSON: base64url(client), attestationObject: base64url(object), transports: ['usb'] },
    };
  };

  /** Answers a request to sign a challenge. */
  const answer = ({ challenge, origin, rpId }: Asked, twist: Twist = {}): PasskeyAnswer => {
    count += 1;
    const flags = present | (twist.isVerified === false ? 0 : verified);
    const data = authenticatorData(twist.rpId ?? rpId, flags, twist.counter ?? count);
    const client = clientData(twist.type ?? 'webauthn.get', twist.challenge ?? challenge, twist.origin ?? origin);
    const signature = sign('sha256', Buffer.concat([data, hash('sha256', client, 'buffer')]), privateKey);
    if (twist.isForged === true)
      signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
    return {
      ...parts,
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(twist.userHandle === undefined ? {} : { userHandle: twist.userHandle }),
      },
    };
  };
  return { id: base64url(id), create, answer };
}
