import { ProtocolError } from '../protocol-error.ts';

/** The identification that a server sends first (RFC 4253 section 4.2). */
export interface SshIdentification {
  /** The line without its end, for example `SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3`. */
  line: string;
  /** `2.0`, `1.99` (both versions are offered) or `1.5`. */
  protocol: string;
  software: string;
  /** What follows the first space; distributions name their package here. */
  comments: string | null;
  /** Lines before the identification, as login banners of gateways send them. */
  linesBefore: number;
  /** Bytes up to the end of the line: there the key exchange begins. */
  length: number;
}

/** Bytes and lines that are read: the identification has at most 255 bytes with its end; servers may send other lines first. */
export const identificationLimits = { line: 255, bytes: 8 * 1024, lines: 64 } as const;

const LF = 0x0a;
const CR = 0x0d;
const form = /^SSH-([^- ]+)-([^ ]*)(?: (.*))?$/;
const printable = /^[ -~]*$/;
const mark = 'SSH-';

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function identificationIn(bytes: Uint8Array, at: number, end: number, linesBefore: number): SshIdentification {
  // Servers of both versions end the line with LF alone (RFC 4253 section 5.1).
  const line = textOf(bytes.subarray(at, bytes[end - 1] === CR ? end - 1 : end));
  const [, protocol, software, comments] = form.exec(line) ?? [];
  if (protocol === undefined || software === undefined || !printable.test(line)) {
    throw new ProtocolError('ssh-identification-invalid', at);
  }
  return { line, protocol, software, comments: comments ?? null, linesBefore, length: end + 1 };
}

/** Reads the identification from the front of what a server sent; null until its line has ended. Throws ProtocolError for anything else. */
export function readIdentification(bytes: Uint8Array): SshIdentification | null {
  let at = 0;
  for (let linesBefore = 0; linesBefore <= identificationLimits.lines; linesBefore += 1) {
    const isOurs = textOf(bytes.subarray(at, at + mark.length)) === mark;
    const limit = isOurs ? at + identificationLimits.line : identificationLimits.bytes;
    const end = bytes.subarray(0, limit).indexOf(LF, at);
    if (end < 0 && bytes.length < limit) return null;
    if (end < 0) throw new ProtocolError('ssh-identification-too-long', at, limit - at);
    if (isOurs) return identificationIn(bytes, at, end, linesBefore);
    at = end + 1;
  }
  throw new ProtocolError('ssh-identification-missing', at, identificationLimits.lines);
}
