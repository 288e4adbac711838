/** Names, with everything below them, that are no places on the public Internet, and who says so. */
export const specialUseNames: readonly (readonly [name: string, source: string])[] = [
  ['alt', 'RFC 9476'],
  ['arpa', 'RFC 3172'], // infrastructure: home.arpa (RFC 8375), in-addr.arpa, ip6.arpa (RFC 6761), resolver.arpa (RFC 9462), …
  ['example', 'RFC 6761'],
  ['example.com', 'RFC 6761'],
  ['example.net', 'RFC 6761'],
  ['example.org', 'RFC 6761'],
  ['internal', 'ICANN Board resolution 2024.07.29.06'],
  ['invalid', 'RFC 6761'],
  ['local', 'RFC 6762'],
  ['localhost', 'RFC 6761'],
  ['onion', 'RFC 7686'],
  ['test', 'RFC 6761'],
];
