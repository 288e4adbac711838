import { constants, publicEncrypt, randomBytes, X509Certificate, type KeyObject } from 'node:crypto';
import { concat, u16, withoutLeadingZeros } from '@perimeter/protocols/bytes';
import {
  curveKeyExchange,
  finiteFieldKeyExchange,
  rsaKeyExchange,
} from '@perimeter/protocols/tls/handshake/client-key-exchange';
import { type GapCode, netFailed, type NetFailure } from '../../evidence/observed.ts';
import { errorCode } from '../../net/error-code.ts';
import { makePair } from './keys/curves.ts';
import type { FirstFlight } from './first-flight.ts';

/** The client's key exchange message, and the agreed secret. */
export interface Agreement {
  message: Uint8Array;
  premaster: Uint8Array;
}

const unable = (gap: GapCode, ...values: readonly (string | number)[]): NetFailure => netFailed('tls', gap, ...values);

/** The leaf's RSA key and its length in bits, or why there is none. */
export function rsaKeyOf({ certificates: [leaf] }: FirstFlight): { key: KeyObject; modulusBits: number } | NetFailure {
  if (leaf === undefined) return unable('no-certificate-sent');
  try {
    const key = new X509Certificate(leaf).publicKey;
    const modulusBits = key.asymmetricKeyDetails?.modulusLength;
    if (key.asymmetricKeyType !== 'rsa' || modulusBits === undefined) return unable('no-rsa-key');
    return { key, modulusBits };
  } catch {
    return unable('certificate-unreadable');
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
  const pair = makePair(group);
  if (pair === null) return unable('group-unsupported', group);
  return { message: curveKeyExchange(pair.publicValue), premaster: pair.secretWith(publicValue) };
}

/** Longer primes are unused in practice, and would cost us more than the server. */
const maxPrimeBytes = 1_280;
/** Exponent size: twice the strength of the largest common field (RFC 7919 section 5.2). */
const exponentBytes = 50;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

/** base^exponent mod modulus. The platform's own exchange would first validate the prime, for seconds. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base % modulus, exponent]; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function byFiniteField(prime: Uint8Array, generator: Uint8Array, publicValue: Uint8Array): Agreement | NetFailure {
  const modulus = numberOf(prime);
  if (prime.length > maxPrimeBytes || modulus < 5n) return unable('prime-unsupported', prime.length);
  const secret = numberOf(randomBytes(exponentBytes));
  const bytesOf = (value: bigint): Uint8Array =>
    new Uint8Array(Buffer.from(value.toString(16).padStart(prime.length * 2, '0'), 'hex'));
  const own = bytesOf(power(numberOf(generator), secret, modulus));
  const shared = bytesOf(power(numberOf(publicValue), secret, modulus));
  // Leading zeros of the shared secret are dropped (RFC 5246 section 8.1.2).
  return { message: finiteFieldKeyExchange(own), premaster: withoutLeadingZeros(shared) };
}

/** Agrees on a premaster secret with the server's key exchange data. */
export function agree(flight: FirstFlight): Agreement | NetFailure {
  const { keyExchange } = flight;
  try {
    if (keyExchange === null) return byRsa(flight);
    if (keyExchange.kind === 'named-curve') return byCurve(keyExchange.group, keyExchange.publicValue);
    if (keyExchange.kind === 'finite-field') {
      return byFiniteField(keyExchange.prime, keyExchange.generator, keyExchange.publicValue);
    }
    return unable('key-exchange-unsupported', keyExchange.kind);
  } catch (error) {
    return unable('key-exchange-failed', errorCode(error));
  }
}
