import { canonicalName, decodeName, encodeName, joinLabels, labelsOf } from './name.ts';
import { canonicalRdata } from './rdata.ts';
import { compareBytes, concat, u16, u32 } from '../bytes.ts';
import { ByteReader } from '../byte-reader.ts';
import type { ResourceRecord } from './record.ts';

/** A public key of a zone (RFC 4034 section 2). */
export interface Dnskey {
  flags: number;
  protocol: number;
  algorithm: number;
  publicKey: Uint8Array;
  keyTag: number;
}

/** A parent's pointer to a key of its child (RFC 4034 section 5). */
export interface Ds {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: Uint8Array;
}

/** A signature over the records of one name and type (RFC 4034 section 3); times in seconds modulo 2^32. */
export interface Rrsig {
  typeCovered: number;
  algorithm: number;
  labels: number;
  originalTtl: number;
  expiration: number;
  inception: number;
  keyTag: number;
  signer: string;
  signature: Uint8Array;
}

/** Key tag of a DNSKEY's RDATA (RFC 4034 appendix B); not for algorithm 1, which is forbidden. */
export function keyTagOf(rdata: Uint8Array): number {
  const sum = rdata.reduce((total, byte, i) => total + (i % 2 === 0 ? byte * 256 : byte), 0);
  return (sum + Math.floor(sum / 0x1_0000)) % 0x1_0000;
}

/** Reads the RDATA of a DNSKEY or CDNSKEY; throws ProtocolError. */
export function decodeDnskey(rdata: Uint8Array): Dnskey {
  const reader = new ByteReader(rdata);
  const [flags, protocol, algorithm] = [reader.u16(), reader.u8(), reader.u8()];
  return { flags, protocol, algorithm, publicKey: reader.rest(), keyTag: keyTagOf(rdata) };
}

/** Reads the RDATA of a DS or CDS; throws ProtocolError. */
export function decodeDs(rdata: Uint8Array): Ds {
  const reader = new ByteReader(rdata);
  return { keyTag: reader.u16(), algorithm: reader.u8(), digestType: reader.u8(), digest: reader.rest() };
}

/** Reads the RDATA of an RRSIG, the signer in canonical spelling; throws ProtocolError. */
export function decodeRrsig(rdata: Uint8Array): Rrsig {
  const reader = new ByteReader(rdata);
  const [typeCovered, algorithm, labels] = [reader.u16(), reader.u8(), reader.u8()];
  const [originalTtl, expiration, inception, keyTag] = [reader.u32(), reader.u32(), reader.u32(), reader.u16()];
  const { name, next } = decodeName(rdata, reader.offset, { compressed: false });
  const signer = canonicalName(name);
  return {
    typeCovered,
    algorithm,
    labels,
    originalTtl,
    expiration,
    inception,
    keyTag,
    signer,
    signature: rdata.slice(next),
  };
}

/** What a DS digests: the owner in canonical form, then the DNSKEY's RDATA (RFC 4034 section 5.1.4). */
export const digestedKey = (owner: string, rdata: Uint8Array): Uint8Array =>
  concat([encodeName(canonicalName(owner)), rdata]);

/** The owner that was signed: the wildcard where the signature counts fewer labels (RFC 4035 section 5.3.2). */
function signedOwner(owner: string, labelCount: number): string {
  const labels = labelsOf(owner);
  return labels.length > labelCount ? joinLabels(['*', ...labels.slice(labels.length - labelCount)]) : owner;
}

/**
 * The bytes that a signature signs: its own RDATA without the signature, then the canonical records in
 * canonical order, each once (RFC 4034 sections 3.1.8.1 and 6.3). Throws ProtocolError.
 */
export function signedData(signature: Rrsig, records: readonly ResourceRecord[]): Uint8Array {
  const { typeCovered, algorithm, labels, originalTtl, expiration, inception, keyTag, signer } = signature;
  const head = [u16(typeCovered), Uint8Array.of(algorithm, labels), u32(originalTtl), u32(expiration), u32(inception)];
  const rdatas = records.map(({ type, rdata }) => canonicalRdata(type, rdata)).toSorted(compareBytes);
  const unique = rdatas.filter((rdata, i) => i === 0 || compareBytes(rdata, rdatas[i - 1] ?? rdata) !== 0);
  const [first] = records;
  const owner = encodeName(signedOwner(canonicalName(first?.name ?? '.'), labels));
  const rows = unique.map((rdata) =>
    concat([owner, u16(typeCovered), u16(first?.class ?? 1), u32(originalTtl), u16(rdata.length), rdata]),
  );
  return concat([...head, u16(keyTag), encodeName(signer), ...rows]);
}
