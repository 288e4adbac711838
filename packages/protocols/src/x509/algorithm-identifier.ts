import { ProtocolError } from '../protocol-error.ts';
import { pssHashes, type SignatureHash, signatureAlgorithms } from './algorithms.data.ts';
import { constructedTag, type DerElement, DerReader, tags } from '../der/reader.ts';

/** AlgorithmIdentifier (RFC 5280 section 4.1.1.2). */
export interface AlgorithmIdentifier {
  der: Uint8Array;
  oid: string;
  /** DER of the parameters; null where there are none. */
  parameters: Uint8Array | null;
}

/** Reads an AlgorithmIdentifier; throws ProtocolError. */
export function readAlgorithm(reader: DerReader, what: string): AlgorithmIdentifier {
  const { der } = reader.element(tags.sequence, what);
  const sequence = DerReader.of(der).enter(tags.sequence, what);
  const oid = sequence.objectIdentifier(what);
  const parameters: DerElement | null = sequence.done ? null : sequence.any();
  sequence.expectEnd(what);
  return { der, oid, parameters: parameters?.der ?? null };
}

/** Reads the identifier of an AlgorithmIdentifier and leaves its parameters out; throws ProtocolError. */
export function readIdentifier(reader: DerReader, what: string): AlgorithmIdentifier {
  const { der } = reader.element(tags.sequence, what);
  const oid = DerReader.of(der).enter(tags.sequence, what).objectIdentifier(what);
  return { der, oid, parameters: null };
}

/** Hash of RSASSA-PSS-params, SHA-1 where it is left to its default (RFC 4055 section 3.1). */
function pssHash(parameters: Uint8Array | null): SignatureHash {
  try {
    const hash = DerReader.of(parameters ?? new Uint8Array())
      .enter(tags.sequence, 'RSASSA-PSS-params')
      .optional(constructedTag(0), 'hashAlgorithm');
    return hash === null ? 'sha1' : (pssHashes.get(readAlgorithm(hash, 'hashAlgorithm').oid) ?? 'unknown');
  } catch (error) {
    if (error instanceof ProtocolError) return 'unknown';
    throw error;
  }
}

/** Name of a signature algorithm (its OID where it is none that we know) and its hash. */
export function describeSignature({ oid, parameters }: AlgorithmIdentifier): { name: string; hash: SignatureHash } {
  const known = signatureAlgorithms.get(oid);
  if (known === undefined) return { name: oid, hash: 'unknown' };
  return { name: known.name, hash: known.parameters === 'pss' ? pssHash(parameters) : known.hash };
}
