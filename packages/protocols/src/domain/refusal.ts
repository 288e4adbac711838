/** Why a text is not a domain that can be audited: closed, because clients branch on it; the messages never echo the input. */
export const refusalMessages = {
  empty: 'Enter a domain name, such as good-company.com',
  'too-long': 'The name is too long: at most 253 characters, and 63 between two dots (RFC 1035 section 2.3.4)',
  several: 'Enter one domain at a time',
  url: 'Enter only the domain of the URL, without https:// and without a path',
  'email-address': 'Enter a domain, not an e-mail address',
  wildcard: 'Enter a domain, not a wildcard',
  port: 'Enter a domain without a port',
  'ip-address': 'Enter a domain, not an IP address or a number',
  'invalid-label': 'Use letters and digits, with hyphens and single dots between them, such as good-company.com',
  'special-use': 'Reserved name (localhost, .local, …): not reachable on the internet',
  'single-label': 'Enter the whole name with its ending, such as good-company.com',
  'public-suffix': 'This is only an ending (public suffix): enter the whole name, such as good-company.co.uk',
} as const;
export type RefusalReason = keyof typeof refusalMessages;
