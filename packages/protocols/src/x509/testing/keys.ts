import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { DerReader, tags } from '../../der/reader.ts';
import {
  bitString,
  constructed,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
} from '../../der/writer.ts';

/** A key pair with its SubjectPublicKeyInfo, which tests may replace by another. */
export interface TestKey {
  privateKey: KeyObject;
  spki: Uint8Array;
}

const made = new Map<string, TestKey>();

function generate(kind: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const [type = '', parameter = ''] = kind.split(':');
  switch (type) {
    case 'rsa':
      return generateKeyPairSync('rsa', { modulusLength: Number(parameter.split('/')[0]) });
    case 'rsa-e3':
      return generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    case 'dsa':
      return generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 });
    case 'ed25519':
      return generateKeyPairSync('ed25519');
    case 'ml-dsa-44':
    case 'ml-dsa-65':
    case 'ml-dsa-87':
      return generateKeyPairSync(type);
    default:
      return generateKeyPairSync('ec', { namedCurve: parameter });
  }
}

/** The key of this kind (`ec:P-256`, `rsa:2048`, `dsa`, `ed25519`) and name; the same ones give the same key. */
export function keyFor(kind: string, name: string): TestKey {
  const id = `${kind} ${name}`;
  const known = made.get(id);
  if (known !== undefined) return known;
  const { privateKey, publicKey } = generate(kind);
  const key = { privateKey, spki: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })) };
  made.set(id, key);
  return key;
}

/** The octets of the key alone, whose SHA-1 is the usual key identifier (RFC 5280 section 4.2.1.2). */
export function keyIdentifierOf(spki: Uint8Array): Uint8Array {
  const reader = DerReader.of(spki).enter(tags.sequence, 'subjectPublicKeyInfo');
  reader.any();
  return new Uint8Array(createHash('sha1').update(reader.octetsInBits('subjectPublicKey')).digest());
}

/** An RSA key with numbers of the test's choice. */
export const rsaSpki = (modulus: bigint, exponent: bigint): Uint8Array =>
  sequence(
    sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue),
    bitString(sequence(integer(modulus), integer(exponent))),
  );

const hashes: Record<string, { rsa: string; ec: string; dsa: string }> = {
  md5: { rsa: '4', ec: '', dsa: '' },
  sha1: { rsa: '5', ec: '1', dsa: '1.2.840.10040.4.3' },
  sha224: { rsa: '14', ec: '3.1', dsa: '2.16.840.1.101.3.4.3.1' },
  sha256: { rsa: '11', ec: '3.2', dsa: '2.16.840.1.101.3.4.3.2' },
  sha384: { rsa: '12', ec: '3.3', dsa: '' },
  sha512: { rsa: '13', ec: '3.4', dsa: '' },
};

/** In the order of their object identifiers, from 2.16.840.1.101.3.4.3.17 on (RFC 9881 section 2). */
const mlDsa = ['ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87'];

/** AlgorithmIdentifier of signatures by this key with this hash. */
export function signatureAlgorithm({ privateKey }: TestKey, hash: string): Uint8Array {
  const ids = hashes[hash] ?? { rsa: '', ec: '', dsa: '' };
  switch (privateKey.asymmetricKeyType) {
    case 'rsa':
      return sequence(objectIdentifier(`1.2.840.113549.1.1.${ids.rsa}`), nullValue);
    case 'ec':
      return sequence(objectIdentifier(`1.2.840.10045.4.${ids.ec}`));
    case 'dsa':
      return sequence(objectIdentifier(ids.dsa));
    case 'ed25519':
      return sequence(objectIdentifier('1.3.101.112'));
    default:
      return sequence(
        objectIdentifier(`2.16.840.1.101.3.4.3.${mlDsa.indexOf(String(privateKey.asymmetricKeyType)) + 17}`),
      );
  }
}

const hashless: ReadonlySet<string> = new Set(['ed25519', ...mlDsa]);

/** A signature over bytes. */
export const signBytes = ({ privateKey }: TestKey, hash: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(sign(hashless.has(String(privateKey.asymmetricKeyType)) ? null : hash, bytes, privateKey));

/** RSASSA-PSS-params with one hash (RFC 4055 section 3.1). */
export const pssAlgorithm = (hashId: string, saltLength: number): Uint8Array => {
  const hash = sequence(objectIdentifier(hashId), nullValue);
  const mask = sequence(objectIdentifier('1.2.840.113549.1.1.8'), hash);
  return sequence(
    objectIdentifier('1.2.840.113549.1.1.10'),
    sequence(constructed(0, hash), constructed(1, mask), constructed(2, integer(saltLength))),
  );
};

/** SubjectPublicKeyInfo whose algorithm has other parameters, or none. */
export function withParameters(spki: Uint8Array, ...parameters: readonly Uint8Array[]): Uint8Array {
  const reader = DerReader.of(spki).enter(tags.sequence, 'subjectPublicKeyInfo');
  const oid = reader.enter(tags.sequence, 'algorithm').any().der;
  return sequence(sequence(oid, ...parameters), reader.any().der);
}

/** SubjectPublicKeyInfo of an EC key whose curve is spelt out, if only by its beginning. */
export function explicitCurve(spki: Uint8Array): Uint8Array {
  const field = sequence(objectIdentifier('1.2.840.10045.1.1'), integer(23));
  return withParameters(spki, sequence(integer(1), field, octetString()));
}
