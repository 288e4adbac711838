import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { decodeRrsig, digestedKey, keyTagOf, signedData } from '@perimeter/protocols/dns/dnssec';
import { concat, u16 } from '@perimeter/protocols/bytes';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { rr } from '../resolver/scripted-server.ts';

/** A zone's key for tests, with its DNSKEY and DS records and the means to sign with it. */
export interface SigningKey {
  algorithm: number;
  dnskey: ResourceRecord;
  ds: (digestType?: 1 | 2 | 4) => ResourceRecord;
  /** The RRSIG over records of one name and type; times as YYYYMMDDHHmmSS. */
  sign: (
    records: readonly ResourceRecord[],
    over?: { expiration?: string; inception?: string; signer?: string; labels?: number },
  ) => ResourceRecord;
}

const rsa = (hash: string) => ({ hash, pair: () => generateKeyPairSync('rsa', { modulusLength: 1024 }) });

const kinds: Readonly<
  Record<number, { hash: string | null; pair: () => { publicKey: KeyObject; privateKey: KeyObject } }>
> = {
  5: rsa('sha1'),
  7: rsa('sha1'),
  8: rsa('sha256'),
  10: rsa('sha512'),
  13: { hash: 'sha256', pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  14: { hash: 'sha384', pair: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }) },
  15: { hash: null, pair: () => generateKeyPairSync('ed25519') },
  16: { hash: null, pair: () => generateKeyPairSync('ed448') },
  18: { hash: null, pair: () => generateKeyPairSync('ml-dsa-44') },
};

/** The public key as a DNSKEY holds it. */
function publicKeyBytes(key: KeyObject): Uint8Array {
  const { kty, n = '', e = '', x = '', y = '', pub = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64url');
  if (kty === 'RSA') return concat([Uint8Array.of(bytes(e).length), bytes(e), bytes(n)]);
  return concat([bytes(x), bytes(y), bytes(typeof pub === 'string' ? pub : '')]);
}

/** Makes a key for a zone, by default ECDSA P-256 with the flags of a key signing key. */
export function makeKey(zone: string, algorithm = 13, flags = 257): SigningKey {
  const kind = kinds[algorithm] ?? { hash: 'sha256', pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const { publicKey, privateKey } = kind.pair();
  const rdata = concat([u16(flags), Uint8Array.of(3, algorithm), publicKeyBytes(publicKey)]);
  const dnskey: ResourceRecord = { name: zone, type: typeCode('DNSKEY'), class: internetClass, ttl: 60, rdata };
  const tag = keyTagOf(rdata);
  const hashes = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };
  return {
    algorithm,
    dnskey,
    ds: (digestType = 2) =>
      rr(
        zone,
        'DS',
        `${tag} ${algorithm} ${digestType} ${createHash(hashes[digestType]).update(digestedKey(zone, rdata)).digest('hex')}`,
      ),
    sign: (records, over = {}) => {
      const [first] = records;
      if (first === undefined) throw new Error('Nothing to sign');
      const { expiration = '20300101000000', inception = '20250101000000', signer = zone } = over;
      const labels = over.labels ?? (first.name === '.' ? 0 : first.name.split('.').length);
      const head = `${typeName(first.type)} ${algorithm} ${labels} ${first.ttl} ${expiration} ${inception} ${tag} ${signer}`;
      const unsigned = decodeRrsig(rr(first.name, 'RRSIG', `${head} AA==`).rdata);
      const signature = sign(kind.hash, signedData(unsigned, records), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return rr(first.name, 'RRSIG', `${head} ${signature.toString('base64')}`);
    },
  };
}

/** A DS with a key's tag and a wrong digest. */
export function spoiledDs(key: SigningKey): ResourceRecord {
  const ds = key.ds();
  return { ...ds, rdata: ds.rdata.map((byte, i) => (i < 4 ? byte : byte ^ 0xff)) };
}
