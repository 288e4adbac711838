import * as der from '../../der/writer.ts';
import { tags } from '../../der/reader.ts';
import { authorityKeyId, ext, generalName, type TestExtension, writeExtension } from './certificate-writer.ts';
import { keyFor, signatureAlgorithm, signBytes, type TestKey } from './keys.ts';
import { nameOfPairs, timeOf } from './odd-values.ts';

/** What is written into a revocation list. */
export interface ListContent {
  issuer: string;
  signer: TestKey;
  thisUpdate: Uint8Array;
  nextUpdate: Uint8Array | null;
  /** 1 or 2. */
  version: number;
  /** INTEGERs with their contents. */
  serials: readonly Uint8Array[];
  extensions: readonly TestExtension[];
}

/** A good list of nothing, by the authority of this name. */
export function listContent(issuer: string): ListContent {
  const signer = keyFor('ec:P-256', issuer);
  return {
    issuer,
    signer,
    thisUpdate: timeOf('2026-11-20T00:00:00Z'),
    nextUpdate: timeOf('2026-12-20T00:00:00Z'),
    version: 2,
    serials: [],
    extensions: [authorityKeyId(signer.spki), ext('2.5.29.20', der.integer(7))],
  };
}

/** IssuingDistributionPoint (RFC 5280 section 5.2.5) for this URI, and for one kind of certificates where a flag is given. */
export const listScope = (uri: string | null, flag?: 1 | 2 | 5): TestExtension =>
  ext(
    '2.5.29.28',
    der.sequence(
      ...(uri === null ? [] : [der.constructed(0, der.constructed(0, generalName(`uri:${uri}`)))]),
      ...(flag === undefined ? [] : [der.primitive(flag, Uint8Array.of(0xff))]),
    ),
    true,
  );

/** Writes and signs a list. */
export function writeList({ issuer, signer, thisUpdate, nextUpdate, version, serials, extensions }: ListContent) {
  const algorithm = signatureAlgorithm(signer, 'sha256');
  const entries = serials.map((serial) => der.sequence(serial, timeOf('2026-11-19T00:00:00Z')));
  const signed = der.encodeDer(
    tags.sequence,
    ...(version === 1 ? [] : [der.integer(version - 1)]),
    algorithm,
    nameOfPairs(issuer.split(',')),
    thisUpdate,
    ...(nextUpdate === null ? [] : [nextUpdate]),
    ...(entries.length === 0 ? [] : [der.sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [der.constructed(0, der.sequence(...extensions.map(writeExtension)))]),
  );
  return der.sequence(signed, algorithm, der.bitString(signBytes(signer, 'sha256', signed)));
}
