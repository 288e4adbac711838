/** Why a block list is not believed. */
export const faultWords = {
  silent: 'does not answer as a block list does (RFC 5782 section 5)',
  refuses: 'refuses to answer: the key, or the resolver that asks, is not accepted',
  'lists-all': 'lists what no list may have (RFC 5782 section 5)',
} as const;
