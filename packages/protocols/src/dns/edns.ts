import { ProtocolError } from '../protocol-error.ts';
import { concat, u16 } from '../bytes.ts';
import { ByteReader } from '../byte-reader.ts';
import type { ResourceRecord } from './record.ts';

/** Type number of the OPT pseudo-record (RFC 6891 section 6.1.1). */
export const optType = 41;
/** Option codes (IANA registry "DNS EDNS0 Option Codes"). */
export const ednsOptions = {
  /** RFC 5001: which of several machines answered. */
  nsid: 3,
  /** RFC 7873. */
  cookie: 10,
  /** RFC 8914. */
  extendedError: 15,
  /** RFC 9567: where errors may be reported. */
  reportChannel: 18,
} as const;
const extendedErrorOption = ednsOptions.extendedError;
/** Bits of the flags beside DO, of which CO (RFC 9824 section 5.1) is the first; all others are to be zero. */
const otherFlagBits = 0x7fff;
/** Largest answer that crosses common networks unfragmented (DNS Flag Day 2020; RFC 9715 section 3.2 allows up to 1400). */
export const defaultUdpBytes = 1232;

export interface EdnsOption {
  code: number;
  data: Uint8Array;
}

/** Why a resolver failed or what it noticed (RFC 8914). */
export interface ExtendedError {
  code: number;
  text: string;
}

/** EDNS(0) of a message (RFC 6891). */
export interface Edns {
  udpBytes: number;
  /** Upper eight bits of the response code. */
  extendedResponseCode: number;
  version: number;
  /** DO: DNSSEC records are wanted (RFC 3225). */
  dnssecOk: boolean;
  /** The fifteen flags beside DO; absent: all zero. */
  otherFlags?: number;
  options: EdnsOption[];
}

/** The sixteen flags as they stand on the wire. */
export const ednsFlagsOf = ({ dnssecOk, otherFlags = 0 }: Edns): number => (dnssecOk ? 0x8000 : 0) | otherFlags;

/** EDNS of a question: version 0, nothing but the DO bit and the options given. */
export const queryEdns = (dnssecOk: boolean, options: EdnsOption[] = []): Edns => ({
  udpBytes: defaultUdpBytes,
  extendedResponseCode: 0,
  version: 0,
  dnssecOk,
  options,
});

/** Reads an OPT record; throws ProtocolError. */
export function decodeEdns({ name, class: udpBytes, ttl, rdata }: ResourceRecord): Edns {
  if (name !== '.') throw new ProtocolError('opt-record-not-of-root', 0);
  const reader = new ByteReader(rdata);
  const options: EdnsOption[] = [];
  while (reader.remaining > 0) options.push({ code: reader.u16(), data: reader.take(reader.u16()) });
  const otherFlags = ttl & otherFlagBits;
  return {
    udpBytes,
    extendedResponseCode: ttl >>> 24,
    version: (ttl >>> 16) & 0xff,
    dnssecOk: (ttl & 0x8000) !== 0,
    ...(otherFlags !== 0 && { otherFlags }),
    options,
  };
}

/** The OPT record of an EDNS (RFC 6891 section 6.1.2 and 6.1.3). */
export function ednsRecord(edns: Edns): ResourceRecord {
  const { udpBytes, extendedResponseCode, version, options } = edns;
  const ttl = ((extendedResponseCode << 24) | (version << 16) | ednsFlagsOf(edns)) >>> 0;
  const rdata = concat(options.flatMap(({ code, data }) => [u16(code), u16(data.length), data]));
  return { name: '.', type: optType, class: udpBytes, ttl, rdata };
}

/** The option that carries an Extended DNS Error. */
export const extendedErrorOptionOf = ({ code, text }: ExtendedError): EdnsOption => ({
  code: extendedErrorOption,
  data: concat([u16(code), new TextEncoder().encode(text)]),
});

/** The Extended DNS Errors among the options; one too short for a code is ignored (RFC 8914 section 2). */
export function extendedErrorsOf(edns: Edns | null): ExtendedError[] {
  return (edns?.options ?? [])
    .filter(({ code, data }) => code === extendedErrorOption && data.length >= 2)
    .map(({ data }) => ({
      code: new ByteReader(data).u16(),
      // A final NUL is no part of the text (RFC 8914 section 2).
      text: new TextDecoder().decode(data.subarray(2)).replace(/\0$/, ''),
    }));
}
