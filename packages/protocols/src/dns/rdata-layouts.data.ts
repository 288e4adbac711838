import type { FieldKind } from './rdata-fields.ts';

const ds: readonly FieldKind[] = ['u16', 'u8', 'u8', 'hex'];
const dnskey: readonly FieldKind[] = ['u16', 'u8', 'u8', 'base64'];
const tlsa: readonly FieldKind[] = ['u8', 'u8', 'u8', 'hex'];
const serviceBinding: readonly FieldKind[] = ['u16', 'name-exact', 'service-parameters'];

/** RDATA of each type as a sequence of fields, in wire order, which is also the order of the presentation format. */
export const rdataLayouts: Readonly<Record<string, readonly FieldKind[]>> = {
  A: ['ipv4'], // RFC 1035 section 3.4.1
  NS: ['name'], // RFC 1035 section 3.3.11
  CNAME: ['name'], // RFC 1035 section 3.3.1
  SOA: ['name', 'name', 'u32', 'u32', 'u32', 'u32', 'u32'], // RFC 1035 section 3.3.13
  PTR: ['name'], // RFC 1035 section 3.3.12
  HINFO: ['string', 'string'], // RFC 1035 section 3.3.2
  MX: ['u16', 'name'], // RFC 1035 section 3.3.9
  TXT: ['strings'], // RFC 1035 section 3.3.14
  RP: ['name', 'name'], // RFC 1183 section 2.2
  AFSDB: ['u16', 'name'], // RFC 1183 section 1
  AAAA: ['ipv6'], // RFC 3596 section 2.2
  SRV: ['u16', 'u16', 'u16', 'name'], // RFC 2782
  NAPTR: ['u16', 'u16', 'string', 'string', 'string', 'name'], // RFC 3403 section 4.1
  KX: ['u16', 'name-lower'], // RFC 2230 section 3
  CERT: ['u16', 'u16', 'u8', 'base64'], // RFC 4398 section 2
  DNAME: ['name-lower'], // RFC 6672 section 2.1
  DS: ds, // RFC 4034 section 5
  SSHFP: ['u8', 'u8', 'hex'], // RFC 4255 section 3
  RRSIG: ['type', 'u8', 'u8', 'u32', 'time', 'time', 'u16', 'name-lower', 'base64'], // RFC 4034 section 3
  NSEC: ['name-exact', 'types'], // RFC 4034 section 4; not lower-cased: RFC 6840 section 5.1
  DNSKEY: dnskey, // RFC 4034 section 2
  NSEC3: ['u8', 'u8', 'u16', 'salt', 'hash', 'types'], // RFC 5155 section 3
  NSEC3PARAM: ['u8', 'u8', 'u16', 'salt'], // RFC 5155 section 4
  TLSA: tlsa, // RFC 6698 section 2
  SMIMEA: tlsa, // RFC 8162 section 2
  CDS: ds, // RFC 7344 section 3.1
  CDNSKEY: dnskey, // RFC 7344 section 3.2
  OPENPGPKEY: ['base64'], // RFC 7929 section 2
  CSYNC: ['u32', 'u16', 'types'], // RFC 7477 section 2.1
  ZONEMD: ['u32', 'u8', 'u8', 'hex'], // RFC 8976 section 2
  SVCB: serviceBinding, // RFC 9460 section 2.2
  HTTPS: serviceBinding, // RFC 9460 section 9
  SPF: ['strings'], // RFC 7208 section 3.1
  URI: ['u16', 'u16', 'quoted-rest'], // RFC 7553 section 4
  CAA: ['u8', 'tag', 'quoted-rest'], // RFC 8659 section 4.1
};
