/** Permissions in a preflight response that no caller needs. */
export const preflightFaults = {
  'any-method': 'the method PUT',
  'any-header': 'a header that nobody uses',
  'long-cache': 'for more than a day',
} as const;
