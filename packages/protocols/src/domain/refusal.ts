/** Why a text is not a domain that can be audited: closed, because clients branch on it; the messages never echo the input. */
export const refusalMessages = {
  empty: 'Give a domain name such as good-company.com',
  'too-long': 'A domain name has at most 253 characters, and 63 between two dots (RFC 1035 section 2.3.4)',
  url: 'Give the domain name alone, without scheme, path, query or fragment',
  'email-address': 'Give the domain name alone, without what stands before the @',
  port: 'Give the domain name alone, without a port',
  'ip-address': 'Addresses are not audited; give a domain name',
  'invalid-label':
    'Each part between two dots holds letters, digits and inner hyphens, and is valid under UTS #46 where it is internationalised',
  'special-use': 'This name is reserved for special use and is no place on the public Internet',
  'single-label': 'A name without a dot is not audited; give a registered domain or a name below one',
  'public-suffix': 'This is a public suffix, under which others register their names; give one of those',
} as const;
export type RefusalReason = keyof typeof refusalMessages;
