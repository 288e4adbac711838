/** Hashes that a signature may rest on (FIPS 180-4), by their identifiers. */
export const hashIds = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export type StrongHash = keyof typeof hashIds;

/** By OID; weaker ones are not there. */
export const strongHashes: ReadonlyMap<string, StrongHash> = new Map([
  [hashIds.sha256, 'sha256'],
  [hashIds.sha384, 'sha384'],
  [hashIds.sha512, 'sha512'],
]);
