import { concat } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { HandshakeReader } from '@perimeter/protocols/tls/handshake/handshake';
import { decodeAlert } from '@perimeter/protocols/tls/records/alert';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type PartialHandshake, takeEncrypted, unreadHandshake } from './encrypted-flight.ts';
import type { BuiltHello } from './hello/hello.ts';
import { type Opener, serverHandshakeOpener } from './keys/key-schedule.ts';
import { sharedSecret } from './keys/key-share.ts';

/** Reads the encrypted part of a growing flight; call it repeatedly with the same Flight. Never throws. */
export class PartialHandshakeReader {
  readonly seen: PartialHandshake;
  private readonly clientHello: Uint8Array;
  private readonly messages = new HandshakeReader();
  private opener: Opener | null = null;
  private opened = 0;

  constructor({ message, offer }: Pick<BuiltHello, 'message' | 'offer'>) {
    this.clientHello = message;
    this.seen = unreadHandshake(offer);
  }

  /** Reads new data, and records the size of encrypted messages; true when the flight is enough. */
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
    for (let message = this.messages.next(); message !== null; message = this.messages.next())
      takeEncrypted(this.seen, message);
  }
}
