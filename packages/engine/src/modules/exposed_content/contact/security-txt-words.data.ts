import type { DeliveryCode } from '@perimeter/protocols/http/security-txt/delivery';
import type { SecurityTxtCode } from '@perimeter/protocols/http/security-txt/parse';

/** Faults of a security.txt, in a few words each. */
export const fileProblems: Readonly<Record<SecurityTxtCode | DeliveryCode, string>> = {
  'byte-order-mark': 'it begins with a byte order mark',
  empty: 'it has no fields',
  'line-malformed': 'a line is not a field',
  'space-missing': 'the space after the colon is missing',
  'contact-missing': 'Contact is missing',
  'expires-missing': 'Expires is missing',
  'expires-repeated': 'Expires is repeated',
  'expires-malformed': 'Expires is not an RFC 3339 date',
  'uri-malformed': 'a value is not a URI',
  'uri-not-https': 'a URI uses http instead of https',
  'languages-repeated': 'Preferred-Languages is repeated',
  'language-malformed': 'a language tag is malformed',
  'signature-malformed': 'the OpenPGP signature is malformed',
  'unsigned-text': 'text stands outside of the OpenPGP signature',
  'not-https': 'it is not served over HTTPS',
  'not-found': 'its status is not 200',
  elsewhere: 'it is served by another domain',
  'content-type': 'its media type is not text/plain',
  charset: 'its charset is not utf-8',
  'canonical-mismatch': 'Canonical does not name its own address',
  expired: 'it has expired',
  'expires-far': 'Expires is more than a year away',
};
