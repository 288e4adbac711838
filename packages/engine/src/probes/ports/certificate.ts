import type { TLSSocket } from 'node:tls';
import type { OpenPort } from '../../evidence/ports/schema.ts';

const maxNames = 20;
const maxCharacters = 200;

/** "DNS:a.example, DNS:b.example" as names. */
const namesIn = (alternatives: string | undefined): string[] =>
  [...(alternatives ?? '').matchAll(/DNS:([^,\s]{1,253})/g)].flatMap(([, name]) => name ?? []).slice(0, maxNames);

const oneLine = (name: string): string => name.split('\n').toReversed().join(', ').slice(0, maxCharacters);

/** The certificate of a port; null: none, or unreadable for the platform. */
export function portCertificate(socket: TLSSocket): OpenPort['tls'] {
  try {
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return null;
    const { subject, issuer, subjectAltName } = certificate;
    return {
      protocol: socket.getProtocol() ?? 'unknown',
      subject: oneLine(subject ?? ''),
      issuer: oneLine(issuer ?? ''),
      names: namesIn(subjectAltName),
      selfSigned: subject === issuer && certificate.verify(certificate.publicKey),
    };
  } catch {
    return null;
  }
}
