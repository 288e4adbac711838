import { ByteReader } from '../../byte-reader.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { printIpv4, printIpv6 } from '../address.ts';
import { decodeAlpn, decodeServiceParameters, mandatoryKeys, parseServiceParameters } from './parameters.ts';
import { TokenQueue, tokenize } from '../tokens.ts';

/** What a client does with an HTTPS record in ServiceMode (RFC 9460 section 2.4.3). */
export interface ServiceRecord {
  priority: number;
  /** TargetName without its final dot; '.' stands for the owner of the record. */
  target: string;
  /** Protocol identifiers; http/1.1 is offered too unless no-default-alpn stands there (section 7.1). */
  alpn: string[];
  noDefaultAlpn: boolean;
  /** Names of the keys that a client has to know (section 8). */
  mandatory: string[];
  port: number | null;
  ipv4hint: string[];
  ipv6hint: string[];
  /** The ECHConfigList (RFC 9848 section 3). */
  ech: Uint8Array | null;
}

const addresses = (value: Uint8Array | undefined, size: number, print: (address: Uint8Array) => string): string[] =>
  Array.from({ length: Math.floor((value?.length ?? 0) / size) }, (_, i) =>
    print(value?.subarray(i * size, (i + 1) * size) ?? new Uint8Array(size)),
  );

const mandatoryKeysOf = (value: Uint8Array | undefined): string[] => (value === undefined ? [] : mandatoryKeys(value));

function readRecord(data: string): ServiceRecord | null {
  const tokens = new TokenQueue(tokenize(data));
  const priority = tokens.number(0xffff);
  const { text } = tokens.next();
  // AliasMode: its parameters are ignored (section 2.4.2).
  if (priority === 0) return null;
  const parameters = decodeServiceParameters(new ByteReader(parseServiceParameters(tokens.rest())));
  const valueOf = (key: number): Uint8Array | undefined => parameters.find((one) => one.key === key)?.value;
  const [alpn, port] = [valueOf(1), valueOf(3)];
  return {
    priority,
    target: text.length > 1 ? text.replace(/\.$/, '').toLowerCase() : text,
    alpn: alpn === undefined ? [] : decodeAlpn(alpn).map((id) => String.fromCharCode(...id)),
    noDefaultAlpn: valueOf(2) !== undefined,
    mandatory: mandatoryKeysOf(valueOf(0)),
    port: port === undefined ? null : new ByteReader(port).u16(),
    ipv4hint: addresses(valueOf(4), 4, printIpv4),
    ipv6hint: addresses(valueOf(6), 16, printIpv6),
    ech: valueOf(5) ?? null,
  };
}

/** Reads an HTTPS record from its presentation format; null where it is an alias or malformed. */
export function readServiceRecord(data: string): ServiceRecord | null {
  try {
    return readRecord(data);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
