import { printIpv4, printIpv6 } from '../dns/address.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import type { GeneralName } from '../x509/general-name.ts';
import { visible } from '../x509/visible.ts';

/** A name that name constraints are applied to. */
export type ConstrainedName = GeneralName;

/** Octets of IPv4 and IPv6 addresses. */
export const addressLengths: ReadonlySet<number> = new Set([4, 16]);

/** emailAddress (RFC 5280 section 4.1.2.6). */
const emailAddressId = '1.2.840.113549.1.9.1';

/** Names of a certificate that constraints above it are about (RFC 5280 section 4.2.1.10); the common name is none of them. */
export function constrainedNames({ subject, subjectAltName }: ParsedCertificate): ConstrainedName[] {
  const directory: ConstrainedName[] = subject.rdns.length === 0 ? [] : [{ type: 'directory', name: subject }];
  if (subjectAltName !== null) return [...directory, ...subjectAltName];
  const emails = subject.rdns.flat().filter(({ oid }) => oid === emailAddressId);
  return [...directory, ...emails.map(({ text }): ConstrainedName => ({ type: 'email', text: text ?? '' }))];
}

/** A name in words. */
export function printName(name: GeneralName): string {
  switch (name.type) {
    case 'dns':
      return `DNS name "${visible(name.text)}"`;
    case 'email':
      return `e-mail address "${visible(name.text)}"`;
    case 'uri':
      return `URI "${visible(name.text)}"`;
    case 'ip':
      return `IP ${name.bytes.length === 4 ? printIpv4(name.bytes) : name.bytes.length === 16 ? printIpv6(name.bytes) : `of ${name.bytes.length} octets`}`;
    case 'directory':
      return `directory name "${name.name.text}"`;
    case 'other':
      return name.kind;
  }
}
