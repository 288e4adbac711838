/** Why a text is not a domain that can be audited: closed, because clients branch on it; the messages never echo the input. */
export const refusalMessages = {
  empty: 'Enter a domain name, such as good-company.com',
  'too-long': 'Domain name too long: at most 253 characters, and 63 per label (RFC 1035 section 2.3.4)',
  url: 'Enter a domain, not a URL: no scheme, path, query or fragment',
  'email-address': 'Enter a domain, not an e-mail address',
  wildcard: 'Enter a domain, not a wildcard',
  port: 'Enter a domain without a port',
  'ip-address': 'Enter a domain, not an IP address',
  'invalid-label':
    'Invalid label: use letters, digits and inner hyphens; internationalized labels must be valid under UTS #46',
  'special-use': 'Reserved name (localhost, .local, …): not reachable on the internet',
  'single-label': 'Single-label name: enter a registered domain or a name below one',
  'public-suffix': 'Public suffix: enter a domain registered below it',
} as const;
export type RefusalReason = keyof typeof refusalMessages;
