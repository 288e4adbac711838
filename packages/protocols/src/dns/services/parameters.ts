import { ProtocolError } from '../../protocol-error.ts';
import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from '../address.ts';
import { fromBase64, toBase64 } from '../encodings.ts';
import { escapeBytes, splitUnescaped, unescapeBytes } from '../escape.ts';
import { concat, u16, latin1Bytes } from '../../bytes.ts';
import { ByteReader } from '../../byte-reader.ts';
import type { Token } from '../tokens.ts';

/** Service parameter keys by number (IANA registry "Service Parameter Keys (SvcParamKeys)"). */
const keys: readonly (readonly [number, string])[] = [
  [0, 'mandatory'], // RFC 9460 section 8
  [1, 'alpn'], // RFC 9460 section 7.1
  [2, 'no-default-alpn'], // RFC 9460 section 7.1
  [3, 'port'], // RFC 9460 section 7.2
  [4, 'ipv4hint'], // RFC 9460 section 7.3
  [5, 'ech'], // RFC 9848
  [6, 'ipv6hint'], // RFC 9460 section 7.3
  [7, 'dohpath'], // RFC 9461
  [8, 'ohttp'], // RFC 9540
];

/** Name of a service parameter key, keyNNNNN where it has none (RFC 9460 section 2.1). */
export const keyName = (code: number): string => keys.find(([known]) => known === code)?.[1] ?? `key${code}`;

function keyCode(name: string): number {
  const code =
    keys.find(([, known]) => known === name)?.[0] ?? Number(/^key(0|[1-9]\d{0,4})$/.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(code) || code > 0xffff) throw new ProtocolError('not-a-service-parameter-key', 0);
  return code;
}

/** Reads parameters as pairs of key and value; keys must ascend (RFC 9460 section 2.2). Throws ProtocolError. */
export function decodeServiceParameters(reader: ByteReader): { key: number; value: Uint8Array }[] {
  const parameters: { key: number; value: Uint8Array }[] = [];
  let previous = -1;
  while (reader.remaining > 0) {
    const key = reader.u16();
    if (key <= previous) throw new ProtocolError('service-parameters-out-of-order', reader.offset);
    parameters.push({ key, value: reader.take(reader.u16()) });
    previous = key;
  }
  checkMandatory(parameters);
  return parameters;
}

/** Mandatory keys ascend, do not name themselves and are all there (RFC 9460 section 8). */
function checkMandatory(parameters: readonly { key: number; value: Uint8Array }[]): void {
  const mandatory = parameters.find(({ key }) => key === 0);
  const named = mandatory === undefined ? [] : itemsOf(mandatory.value, 2).map(numberOf);
  const valid = named.every((key, i) => key > (named[i - 1] ?? 0) && parameters.some((other) => other.key === key));
  if (!valid) throw new ProtocolError('mandatory-keys-invalid', 0);
}

/** The keys of a mandatory value. */
export const mandatoryKeys = (value: Uint8Array): string[] => itemsOf(value, 2).map((item) => keyName(numberOf(item)));

/** Cuts a value into items of one size; at least one, none left over. */
function itemsOf(value: Uint8Array, size: number): Uint8Array[] {
  if (value.length === 0 || value.length % size !== 0) throw new ProtocolError('service-parameter-value-cut-off', 0);
  return Array.from({ length: value.length / size }, (_, i) => value.subarray(i * size, (i + 1) * size));
}

/** The protocol identifiers of an alpn value (RFC 9460 section 7.1.1); throws ProtocolError. */
export function decodeAlpn(value: Uint8Array): number[][] {
  const reader = new ByteReader(value);
  const ids: number[][] = [];
  do ids.push([...reader.vector8()]);
  while (reader.remaining > 0);
  if (ids.some((id) => id.length === 0)) throw new ProtocolError('protocol-identifier-empty', 0);
  return ids;
}

function empty(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0) throw new ProtocolError('service-parameter-without-value', 0);
  return bytes;
}

const numberOf = ([high = 0, low = 0]: Uint8Array): number => high * 256 + low;

function parsePort(text: string): Uint8Array {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 0xffff) throw new ProtocolError('not-a-port', 0);
  return u16(Number(text));
}

interface ValueCodec {
  print: (value: Uint8Array) => string;
  parse: (text: string) => Uint8Array;
}

const list = (size: number, print: (item: Uint8Array) => string, parse: (item: string) => Uint8Array): ValueCodec => ({
  print: (value) => itemsOf(value, size).map(print).join(','),
  parse: (text) => concat(text.split(',').map(parse)),
});
const flag: ValueCodec = {
  print: (value) => String.fromCharCode(...empty(value)),
  parse: (text) => empty(unescapeBytes(text)),
};
const opaque: ValueCodec = { print: (value) => escapeBytes(value, '"\\', { from: 0x20 }), parse: unescapeBytes };

/** Identifiers are escaped once as list items, then once more as a character-string (RFC 9460 appendix A.1). */
const alpn: ValueCodec = {
  print: (value) =>
    decodeAlpn(value)
      .map((id) => id.flatMap((byte) => (byte === 0x5c || byte === 0x2c ? [0x5c, byte] : [byte])))
      .map((item) => escapeBytes(Uint8Array.from(item), '"\\', { from: 0x20 }))
      .join(','),
  parse: (text) => {
    const items = splitUnescaped(String.fromCharCode(...unescapeBytes(text)), ',');
    const ids = items.map((item) => latin1Bytes(item.replace(/\\([^])/g, '$1')));
    if (ids.some((id) => id.length === 0 || id.length > 255)) throw new ProtocolError('not-a-protocol-identifier', 0);
    return concat(ids.flatMap((id) => [Uint8Array.of(id.length), id]));
  },
};

const valueCodecs: Readonly<Record<string, ValueCodec>> = {
  mandatory: {
    print: (value) =>
      itemsOf(value, 2)
        .map((item) => keyName(numberOf(item)))
        .join(','),
    parse: (text) =>
      concat(
        text
          .split(',')
          .map(keyCode)
          .toSorted((a, b) => a - b)
          .map(u16),
      ),
  },
  alpn,
  'no-default-alpn': flag,
  port: {
    print: (value) => itemsOf(value, 2).map(numberOf).join(),
    parse: parsePort,
  },
  ipv4hint: list(4, printIpv4, parseIpv4),
  ech: { print: toBase64, parse: fromBase64 },
  ipv6hint: list(16, printIpv6, parseIpv6),
  ohttp: flag,
};

/** Prints parameters as key=value, in quotes where the value needs them. Throws ProtocolError. */
export function printServiceParameters(reader: ByteReader): string {
  return decodeServiceParameters(reader)
    .map(({ key, value }) => {
      const name = keyName(key);
      const text = (valueCodecs[name] ?? opaque).print(value);
      if (text === '') return name;
      return /[\s();"]/.test(text) ? `${name}="${text}"` : `${name}=${text}`;
    })
    .join(' ');
}

function parseParameter(token: Token): { key: number; value: Uint8Array } {
  const [, name = '', quoted, bare = ''] = /^([a-z0-9-]{1,63})(?:="([^]*)"|=([^]*))?$/.exec(token.text) ?? [];
  const key = keyCode(name);
  return { key, value: (valueCodecs[keyName(key)] ?? opaque).parse(quoted ?? bare) };
}

/** Reads key=value words and orders them by key; throws ProtocolError. */
export function parseServiceParameters(tokens: readonly Token[]): Uint8Array {
  const parameters = tokens.map(parseParameter).toSorted((a, b) => a.key - b.key);
  if (parameters.some(({ key }, i) => parameters[i - 1]?.key === key))
    throw new ProtocolError('service-parameter-repeated', 0);
  checkMandatory(parameters);
  return concat(parameters.flatMap(({ key, value }) => [u16(key), u16(value.length), value]));
}
