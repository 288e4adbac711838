import { concat, u32, u8 } from '../../bytes.ts';
import type { SshKexInit } from '../kex-init.ts';

const nameList = (names: readonly string[]): Uint8Array => {
  const text = new TextEncoder().encode(names.join(','));
  return concat([u32(text.length), text]);
};

/** A payload as a packet before encryption, padded to whole blocks of 8 bytes (RFC 4253 section 6). */
export function sshPacket(payload: Uint8Array): Uint8Array {
  const short = 8 - ((payload.length + 5) % 8);
  const padding = short < 4 ? short + 8 : short;
  return concat([u32(payload.length + padding + 1), u8(padding), payload, new Uint8Array(padding)]);
}

/** What a server with these algorithms sends behind its identification (RFC 4253 section 7.1). */
export const writeKexInit = (offer: SshKexInit): Uint8Array =>
  sshPacket(
    concat([
      u8(20),
      new Uint8Array(16),
      nameList(offer.kex),
      nameList(offer.hostKeys),
      nameList(offer.ciphersToServer),
      nameList(offer.ciphersToClient),
      nameList(offer.macsToServer),
      nameList(offer.macsToClient),
      nameList(offer.compressionToServer),
      nameList(offer.compressionToClient),
      nameList(offer.languagesToServer),
      nameList(offer.languagesToClient),
      u8(offer.firstKexPacketFollows ? 1 : 0),
      u32(0),
    ]),
  );
