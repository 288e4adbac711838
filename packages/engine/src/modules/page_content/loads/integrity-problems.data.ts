/** Faults of an integrity attribute. */
export const problemTexts = {
  empty: 'the attribute is empty',
  'unknown-algorithm': 'an algorithm is unknown (sha256, sha384 and sha512 are known)',
  malformed: 'a hash is not base64',
  'wrong-length': 'a hash has the wrong length, so browsers block the file',
} as const;
