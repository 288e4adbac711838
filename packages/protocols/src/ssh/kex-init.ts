import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../protocol-error.ts';

/** The algorithms that a server offers, the preferred ones first (RFC 4253 section 7.1). */
export interface SshKexInit {
  kex: string[];
  hostKeys: string[];
  ciphersToServer: string[];
  ciphersToClient: string[];
  macsToServer: string[];
  macsToClient: string[];
  compressionToServer: string[];
  compressionToClient: string[];
  languagesToServer: string[];
  languagesToClient: string[];
  firstKexPacketFollows: boolean;
}

/** A packet has at most 35,000 bytes (RFC 4253 section 6.1); a name at most 64 (RFC 4251 section 6), but drafts have longer ones. */
export const kexInitLimits = { packet: 35_000, name: 128, names: 256 } as const;

const SSH_MSG_KEXINIT = 20;
const cookieBytes = 16;
/** RFC 4253 section 6: at least four bytes of padding. */
const leastPadding = 4;
/** RFC 4251 section 6: printable US-ASCII without comma. */
const nameForm = /^[!-+\--~]+$/;

function nameList(reader: ByteReader): string[] {
  const at = reader.offset;
  const bytes = reader.take(reader.u32());
  if (bytes.length === 0) return [];
  const names = String.fromCharCode(...bytes).split(',');
  if (names.length > kexInitLimits.names) throw new ProtocolError('ssh-names-too-many', at, kexInitLimits.names);
  const wrong = names.find((name) => name.length > kexInitLimits.name || !nameForm.test(name));
  if (wrong !== undefined) throw new ProtocolError('ssh-name-invalid', at);
  return names;
}

/** The payload of the first packet (RFC 4253 section 6); null until all of it has arrived. */
function payloadOf(bytes: Uint8Array, offset: number): ByteReader | null {
  if (bytes.length < offset + 5) return null;
  const reader = new ByteReader(bytes, offset);
  const packet = reader.u32();
  if (packet > kexInitLimits.packet) throw new ProtocolError('ssh-packet-too-long', offset, packet);
  const padding = reader.u8();
  const payload = packet - padding - 1;
  if (padding < leastPadding || payload < 1) throw new ProtocolError('ssh-packet-invalid', offset);
  return reader.remaining < packet - 1 ? null : reader.window(payload);
}

/** Reads the KEXINIT that follows the identification, which ends at `offset`; null until it is whole. Throws ProtocolError for any other message. */
export function readKexInit(bytes: Uint8Array, offset = 0): SshKexInit | null {
  const payload = payloadOf(bytes, offset);
  if (payload === null) return null;
  const at = payload.offset;
  const message = payload.u8();
  if (message !== SSH_MSG_KEXINIT) throw new ProtocolError('ssh-message-unexpected', at, message);
  payload.take(cookieBytes);
  const lists = {
    kex: nameList(payload),
    hostKeys: nameList(payload),
    ciphersToServer: nameList(payload),
    ciphersToClient: nameList(payload),
    macsToServer: nameList(payload),
    macsToClient: nameList(payload),
    compressionToServer: nameList(payload),
    compressionToClient: nameList(payload),
    languagesToServer: nameList(payload),
    languagesToClient: nameList(payload),
  };
  const firstKexPacketFollows = payload.u8() !== 0;
  // The reserved field; later versions may extend the message behind it.
  payload.u32();
  return { ...lists, firstKexPacketFollows };
}
