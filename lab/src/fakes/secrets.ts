import { createHash, createHmac } from 'node:crypto';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { Protection } from './suites.ts';

const { 'TLSv1.2': tls12 } = wireVersions;
const verifyDataBytes = 12;
const masterSecretBytes = 48;

/** The pseudorandom function of the version (RFC 2246 and RFC 5246 section 5); `seed` begins with the label. */
function prf(
  { version, prf: digest }: Pick<SecretInput, 'version' | 'prf'>,
  secret: Buffer,
  seed: Buffer,
  bytes: number,
): Buffer {
  if (version >= tls12) return expand(digest, secret, seed, bytes);
  const half = Math.ceil(secret.length / 2);
  const md5 = expand('md5', secret.subarray(0, half), seed, bytes);
  const sha1 = expand('sha1', secret.subarray(secret.length - half), seed, bytes);
  return Buffer.from(md5.map((octet, index) => octet ^ (sha1[index] ?? 0)));
}

const labelled = (label: string, ...seeds: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from(label), ...seeds]);

function expand(digest: string, secret: Buffer, seed: Buffer, bytes: number): Buffer {
  const hmac = (data: Buffer): Buffer => createHmac(digest, secret).update(data).digest();
  const blocks: Buffer[] = [];
  for (let a = hmac(seed); Buffer.concat(blocks).length < bytes; a = hmac(a))
    blocks.push(hmac(Buffer.concat([a, seed])));
  return Buffer.concat(blocks).subarray(0, bytes);
}

/** Digest of the handshake so far, as Finished and the extended master secret take it. */
function transcriptHash(version: number, digest: Protection['prf'], transcript: Buffer): Buffer {
  const hash = (name: string): Buffer => createHash(name).update(transcript).digest();
  return version >= tls12 ? hash(digest) : Buffer.concat([hash('md5'), hash('sha1')]);
}

/** What the secrets of one handshake are made of. */
export interface SecretInput {
  readonly version: number;
  readonly prf: Protection['prf'];
  readonly clientRandom: Buffer;
  readonly serverRandom: Buffer;
}

/** The master secret (RFC 5246 section 8.1), bound to the transcript where that was agreed on (RFC 7627 section 4). */
export function masterSecret(input: SecretInput, premaster: Buffer, extendedTranscript: Buffer | undefined): Buffer {
  const seed =
    extendedTranscript === undefined
      ? labelled('master secret', input.clientRandom, input.serverRandom)
      : labelled('extended master secret', transcriptHash(input.version, input.prf, extendedTranscript));
  return prf(input, premaster, seed, masterSecretBytes);
}

/** Key material in the order of RFC 5246 section 6.3. */
export function keyBlock(input: SecretInput, master: Buffer, bytes: number): Buffer {
  return prf(input, master, labelled('key expansion', input.serverRandom, input.clientRandom), bytes);
}

/** The content of a Finished message (RFC 5246 section 7.4.9). */
export function verifyData(input: SecretInput, master: Buffer, who: 'client' | 'server', transcript: Buffer): Buffer {
  const seed = labelled(`${who} finished`, transcriptHash(input.version, input.prf, transcript));
  return prf(input, master, seed, verifyDataBytes);
}
