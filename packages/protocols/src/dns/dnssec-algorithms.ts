/** Mnemonics of the signing algorithms that are verified (IANA registry "DNS Security Algorithm Numbers"). */
const names: ReadonlyMap<number, string> = new Map([
  [5, 'RSASHA1'],
  [7, 'RSASHA1-NSEC3-SHA1'],
  [8, 'RSASHA256'],
  [10, 'RSASHA512'],
  [13, 'ECDSAP256SHA256'],
  [14, 'ECDSAP384SHA384'],
  [15, 'ED25519'],
  [16, 'ED448'],
]);

/** Mnemonic of an algorithm, or its number. */
export const algorithmName = (algorithm: number): string => names.get(algorithm) ?? `algorithm ${algorithm}`;
