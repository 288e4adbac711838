import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { implicitSet } from '@perimeter/protocols/cms/attributes';
import { type SignedDataParts, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import {
  constructed,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
} from '@perimeter/protocols/der/writer';
import { readChainCertificate, readSigner } from '../seal/signer-certificate.ts';
import { verifySealedPdf } from '../seal/verify-pdf.ts';
import { base, root, sealed, signer, trust } from './sealed-sample.ts';

// For attacks on the sealed sample without its key.
/** The checks that a file fails. */
export const failed = (pdf: Uint8Array, roots = trust): string[] =>
  verifySealedPdf(pdf, roots).checks.flatMap(({ name, passed }) => (passed === false ? [name] : []));
/** Asserts that a file is not intact. */
export const refused = (pdf: Uint8Array, message?: string): void =>
  assert.equal(verifySealedPdf(pdf, trust).intact, false, message);

/** The sealed sample as text. */
export const text = sealed.toString('latin1');
/** The offset of its container, including the bracket. */
export const from = text.indexOf('/Contents <', base.length) + '/Contents '.length;
/** The end of its container, including the bracket. */
export const to = text.indexOf('>', from) + 1;
/** The container of its signature. */
export const container = Buffer.from(text.slice(from + 1, to - 1), 'hex');
/** SHA-256 of what is signed. */
export const contentDigest = createHash('sha256').update(sealed.subarray(0, from)).update(sealed.subarray(to)).digest();
/** The container's parts without the signature. */
export const parts: SignedDataParts = {
  digest: contentDigest,
  signer: readSigner(signer.certificate),
  chain: [readChainCertificate(root.certificate)],
  signature: container.subarray(0, 0),
};
/** The genuine key's signature. */
export const genuine = sign('sha256', signedAttributes(parts), signer.key);

/** The file with another container of at most the same length, because its space is signed. */
export const withContainer = (der: Uint8Array): Buffer => {
  const hex = Buffer.from(der).toString('hex');
  return Buffer.from(`${text.slice(0, from + 1)}${hex.padEnd(to - from - 2, '0')}${text.slice(to - 1)}`, 'latin1');
};

/** A container with arbitrary attributes and algorithms, as careless signers make it; signed with the genuine key. */
export function looseContainer(
  attributes: readonly Uint8Array[],
  more: { hash?: 'sha1' | 'sha256'; unsigned?: Uint8Array; extraSigner?: boolean } = {},
): Uint8Array {
  const hash = more.hash ?? 'sha256';
  const algorithm = sequence(objectIdentifier(hash === 'sha1' ? '1.3.14.3.2.26' : '2.16.840.1.101.3.4.2.1'), nullValue);
  const set = setOf(...attributes);
  const { issuer, serialNumber } = parts.signer;
  const one = unsignedInteger(Uint8Array.of(1));
  const signerInfo = sequence(
    one,
    sequence(issuer, serialNumber),
    algorithm,
    implicitSet(0, set),
    sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue),
    octetString(sign(hash, set, signer.key)),
    ...(more.unsigned === undefined ? [] : [implicitSet(1, setOf(more.unsigned))]),
  );
  const signedData = sequence(
    one,
    setOf(algorithm),
    sequence(objectIdentifier('1.2.840.113549.1.7.1')),
    constructed(0, signer.certificate, root.certificate),
    setOf(signerInfo, ...(more.extraSigner === true ? [signerInfo] : [])),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), constructed(0, signedData));
}
