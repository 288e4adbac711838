import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type Alert, decodeAlert } from '@perimeter/protocols/tls/records/alert';
import { concat } from '@perimeter/protocols/bytes';
import { type CertificateEntry, decodeCertificateEntries } from '@perimeter/protocols/tls/handshake/certificate';
import { decodeCertificateRequest13 } from '@perimeter/protocols/tls/handshake/certificate-request';
import {
  decodeCertificateVerify,
  decodeEncryptedExtensions,
  supportedGroupsIn,
} from '@perimeter/protocols/tls/handshake/encrypted-messages';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { showsRawKey } from '@perimeter/protocols/tls/handshake/extensions';
import { type HandshakeMessage, HandshakeReader, handshakeTypes } from '@perimeter/protocols/tls/handshake/handshake';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { selectedProtocol } from '@perimeter/protocols/tls/handshake/server-hello';
import type { BuiltHello } from './hello/hello.ts';
import type { HelloOffer } from './hello/offer.ts';
import { sharedSecret } from './keys/key-share.ts';
import { type Opener, serverHandshakeOpener } from './keys/key-schedule.ts';

/** What TLS 1.3 shows only to those who share a key: everything up to the server's Finished. */
export interface PartialHandshake {
  /** What its hello offered. */
  offer: HelloOffer;
  certificates: CertificateEntry[];
  /** Scheme of CertificateVerify, or null. */
  scheme: number | null;
  protocol: string | null;
  /** A raw public key stands in place of the chain (RFC 7250). */
  showsRawKey: boolean;
  /** supported_groups of EncryptedExtensions: what the server says it takes, in its own order (RFC 8446 section 4.2.7). */
  groups: number[] | null;
  requestsClientCertificate: boolean;
  alert: Alert | null;
  /** True when nothing more is wanted, or nothing more can be read. */
  over: boolean;
}

/** Reads the encrypted part of a flight as it grows; feed it the same Flight again and again. Nothing is ever thrown. */
export class PartialHandshakeReader {
  readonly seen: PartialHandshake;
  private readonly clientHello: Uint8Array;
  private readonly messages = new HandshakeReader();
  private opener: Opener | null = null;
  private opened = 0;

  constructor({ message, offer }: Pick<BuiltHello, 'message' | 'offer'>) {
    this.clientHello = message;
    this.seen = {
      offer,
      certificates: [],
      scheme: null,
      protocol: null,
      showsRawKey: false,
      groups: null,
      requestsClientCertificate: false,
      alert: null,
      over: false,
    };
  }

  /** Reads what is new, and notes the size of encrypted messages in the flight; true when the flight is enough. */
  enough(flight: Flight): boolean {
    try {
      this.read(flight);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.seen.over = true;
    }
    flight.largestMessageBytes = Math.max(flight.largestMessageBytes, this.messages.largestBytes);
    return this.seen.over;
  }

  private read(flight: Flight): void {
    const { serverHello: hello, serverHelloMessage } = flight;
    if (hello === null || serverHelloMessage === null) return;
    if (hello.group === null || hello.publicValue === null) this.seen.over = true;
    else this.opener ??= this.openerFor(hello.suite, hello.group, hello.publicValue, serverHelloMessage);
    for (; !this.seen.over && this.opened < flight.encrypted.length; this.opened += 1) this.open(flight);
  }

  private openerFor(suite: number, group: number, publicValue: Uint8Array, serverHello: Uint8Array): Opener | null {
    const shared = sharedSecret(group, publicValue);
    const opener =
      shared === null ? null : serverHandshakeOpener(suite, shared, concat([this.clientHello, serverHello]));
    if (opener === null) this.seen.over = true;
    return opener;
  }

  private open(flight: Flight): void {
    const record = flight.encrypted[this.opened];
    const plain = record === undefined || this.opener === null ? null : this.opener(record);
    if (plain === null) {
      this.seen.over = true;
      return;
    }
    if (plain.type === contentTypes.alert) {
      this.seen.alert = decodeAlert(plain.content);
      this.seen.over = true;
    }
    if (plain.type !== contentTypes.handshake) return;
    this.messages.push(plain.content);
    for (let message = this.messages.next(); message !== null; message = this.messages.next()) this.take(message);
  }

  private take({ type, body }: HandshakeMessage): void {
    const { seen } = this;
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
}
