import { constants, createDiffieHellman, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { concat, u16, withoutLeadingZeros } from '@perimeter/protocols/bytes';
import { curveKeyExchange, finiteFieldKeyExchange, rsaKeyExchange } from '@perimeter/protocols/tls/client-key-exchange';
import type { NetFailure } from '../../evidence/observed.ts';
import { exchangeOn } from './curve-exchange.ts';
import type { FirstFlight } from './first-flight.ts';

/** The client's key exchange message, and the secret that it agrees on. */
export interface Agreement {
  message: Uint8Array;
  premaster: Uint8Array;
}

const unable = (detail: string): NetFailure => ({ reason: 'tls', detail });

/** The leaf's RSA key and its length in bits, or why there is none. */
export function rsaKeyOf({ certificates: [leaf] }: FirstFlight): { key: KeyObject; modulusBits: number } | NetFailure {
  if (leaf === undefined) return unable('No certificate was sent');
  try {
    const key = new X509Certificate(leaf).publicKey;
    const modulusBits = key.asymmetricKeyDetails?.modulusLength;
    if (key.asymmetricKeyType !== 'rsa' || modulusBits === undefined) return unable('The certificate has no RSA key');
    return { key, modulusBits };
  } catch {
    return unable('The certificate cannot be read');
  }
}

function byRsa(flight: FirstFlight): Agreement | NetFailure {
  const rsa = rsaKeyOf(flight);
  if ('reason' in rsa) return rsa;
  const premaster = concat([u16(flight.sent.version), randomBytes(46)]);
  const encrypted = publicEncrypt({ key: rsa.key, padding: constants.RSA_PKCS1_PADDING }, premaster);
  return { message: rsaKeyExchange(encrypted), premaster };
}

function byCurve(group: number, publicValue: Uint8Array): Agreement | NetFailure {
  const exchanged = exchangeOn(group, publicValue);
  if (exchanged === null) return unable(`Group ${group} cannot be computed`);
  return { message: curveKeyExchange(exchanged.publicValue), premaster: exchanged.secret };
}

function byFiniteField(prime: Uint8Array, generator: Uint8Array, publicValue: Uint8Array): Agreement {
  const exchange = createDiffieHellman(Buffer.from(prime), Buffer.from(generator));
  const own = exchange.generateKeys();
  // Leading zeros of the shared secret are dropped (RFC 5246 section 8.1.2).
  return { message: finiteFieldKeyExchange(own), premaster: withoutLeadingZeros(exchange.computeSecret(publicValue)) };
}

/** Agrees on a premaster secret with what the server sent. */
export function agree(flight: FirstFlight): Agreement | NetFailure {
  const { keyExchange } = flight;
  try {
    if (keyExchange === null) return byRsa(flight);
    if (keyExchange.kind === 'named-curve') return byCurve(keyExchange.group, keyExchange.publicValue);
    if (keyExchange.kind === 'finite-field') {
      return byFiniteField(keyExchange.prime, keyExchange.generator, keyExchange.publicValue);
    }
    return unable(`Key exchange of kind ${keyExchange.kind} is not spoken here`);
  } catch (error) {
    return unable(`Key exchange could not be computed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
