/** Why a block list is not trusted. */
export const faultWords = {
  silent: 'does not answer as a block list does (RFC 5782 section 5)',
  refuses: 'refuses to answer: the key, or the resolver that asks, is not accepted',
  foreign: 'answers with addresses outside of 127.0.0.0/8, as no list does (RFC 5782 section 2.1)',
  'lists-all': 'lists what no list may have (RFC 5782 section 5)',
} as const;
