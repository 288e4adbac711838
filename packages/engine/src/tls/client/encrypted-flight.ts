import type { Alert } from '@perimeter/protocols/tls/records/alert';
import { type CertificateEntry, decodeCertificateEntries } from '@perimeter/protocols/tls/handshake/certificate';
import { decodeCertificateRequest13 } from '@perimeter/protocols/tls/handshake/certificate-request';
import {
  decodeCertificateVerify,
  decodeEncryptedExtensions,
  supportedGroupsIn,
} from '@perimeter/protocols/tls/handshake/encrypted-messages';
import { showsRawKey } from '@perimeter/protocols/tls/handshake/extensions';
import { type HandshakeMessage, handshakeTypes } from '@perimeter/protocols/tls/handshake/handshake';
import { selectedProtocol } from '@perimeter/protocols/tls/handshake/server-hello';
import type { HelloOffer } from './hello/offer.ts';

/** The part of a TLS 1.3 handshake that needs a shared key: up to the server's Finished. */
export interface PartialHandshake {
  /** What its hello offered. */
  offer: HelloOffer;
  certificates: CertificateEntry[];
  /** Scheme of CertificateVerify, or null. */
  scheme: number | null;
  protocol: string | null;
  /** A raw public key replaces the chain (RFC 7250). */
  showsRawKey: boolean;
  /** supported_groups in EncryptedExtensions: the server's own list in its order (RFC 9846 section 4.3.7). */
  groups: number[] | null;
  requestsClientCertificate: boolean;
  alert: Alert | null;
  /** True when nothing more is needed, or can be read. */
  over: boolean;
}

/** A partial handshake of which nothing was read. */
export const unreadHandshake = (offer: HelloOffer): PartialHandshake => ({
  offer,
  certificates: [],
  scheme: null,
  protocol: null,
  showsRawKey: false,
  groups: null,
  requestsClientCertificate: false,
  alert: null,
  over: false,
});

/** Reads one message into a partial handshake; throws ProtocolError. */
export function takeEncrypted(seen: PartialHandshake, { type, body }: HandshakeMessage): void {
  if (type === handshakeTypes.encryptedExtensions) {
    const extensions = decodeEncryptedExtensions(body);
    seen.protocol = selectedProtocol(extensions);
    seen.groups = supportedGroupsIn(extensions);
    seen.showsRawKey = showsRawKey(extensions);
  } else if (type === handshakeTypes.certificateRequest) {
    decodeCertificateRequest13(body);
    seen.requestsClientCertificate = true;
  } else if (type === handshakeTypes.certificate) seen.certificates = decodeCertificateEntries(body);
  else if (type === handshakeTypes.certificateVerify) {
    seen.scheme = decodeCertificateVerify(body).scheme;
    seen.over = true;
  } else if (type === handshakeTypes.finished) seen.over = true;
}
