import { createECDH, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './fake-behaviour.ts';
import { alertCode, handshake, handshakeType, u16, u24, u8, vector16, vector24, vector8 } from './tls-wire.ts';

const ecdheSuites = new Set([0xc011, 0xc012, 0xc013, 0xc014, 0xc027, 0xc028, 0xc02f, 0xc030]);
const dheSuites = new Set([0x0014, 0x0015, 0x0016, 0x0033, 0x0039, 0x009e, 0x009f]);
const rsaExportSuites = new Set([0x0003, 0x0006, 0x0008]);
/** AEAD suites need TLS 1.2 (RFC 5288 section 4). */
const tls12Suites = new Set([0x009c, 0x009e, 0x009f, 0xc02f, 0xc030]);
const fallbackScsv = 0x5600;
const emptyRenegotiationInfoScsv = 0x00ff;
const extensionType = { heartbeat: 15, extendedMasterSecret: 23, renegotiationInfo: 0xff01 } as const;
const tls12 = 0x0303;

/** What a fake makes of a ClientHello. */
export type Negotiated =
  | { readonly kind: 'chosen'; readonly version: number; readonly suite: number; readonly compression: number }
  | { readonly kind: 'refused'; readonly version: number; readonly alert: number };

/** Chooses version, suite and compression, or the alert to refuse with. */
export function negotiate(hello: ClientHello, behaviour: FakeBehaviour): Negotiated {
  const version = Math.max(0, ...behaviour.versions.filter((candidate) => candidate <= hello.version));
  if (version === 0) return { kind: 'refused', version: 0x0301, alert: alertCode.protocolVersion };
  const isFallback = hello.suites.includes(fallbackScsv) && hello.version < Math.max(...behaviour.versions);
  if (isFallback && behaviour.fallbackScsv !== 'ignored')
    return { kind: 'refused', version, alert: alertCode.inappropriateFallback };
  const suite = chooseSuite(hello.suites, behaviour, version);
  if (suite === undefined) return { kind: 'refused', version, alert: alertCode.handshakeFailure };
  const compression = behaviour.compression?.find((method) => hello.compressions.includes(method)) ?? 0;
  return { kind: 'chosen', version, suite, compression };
}

function chooseSuite(
  offered: readonly number[],
  { suites, preference }: FakeBehaviour,
  version: number,
): number | undefined {
  const possible = suites.filter((suite) => version >= tls12 || !tls12Suites.has(suite));
  return preference === 'client'
    ? offered.find((suite) => possible.includes(suite))
    : possible.find((suite) => offered.includes(suite));
}

/** ServerHello, Certificate, ServerKeyExchange where the suite has one, ServerHelloDone. */
export function firstFlight(
  hello: ClientHello,
  chosen: Extract<Negotiated, { kind: 'chosen' }>,
  behaviour: FakeBehaviour,
  { chain, key }: FakeIdentity,
): Buffer {
  const serverRandom = randomBytes(32);
  const extensions = Buffer.concat(serverExtensions(hello, behaviour));
  const serverHello = Buffer.concat([
    u16(chosen.version),
    serverRandom,
    vector8(),
    u16(chosen.suite),
    u8(chosen.compression),
    extensions.length > 0 ? vector16(extensions) : extensions,
  ]);
  const parameters = keyExchangeParameters(chosen.suite, behaviour);
  const signed =
    parameters === undefined
      ? []
      : [signedKeyExchange(parameters, Buffer.concat([hello.random, serverRandom]), chosen.version, key)];
  return Buffer.concat([
    handshake(handshakeType.serverHello, serverHello),
    handshake(handshakeType.certificate, vector24(...chain.map((der) => vector24(der)))),
    ...signed.map((content) => handshake(handshakeType.serverKeyExchange, content)),
    handshake(handshakeType.serverHelloDone, Buffer.alloc(0)),
  ]);
}

function serverExtensions(hello: ClientHello, behaviour: FakeBehaviour): readonly Buffer[] {
  const asksRenegotiation =
    hello.extensions.has(extensionType.renegotiationInfo) || hello.suites.includes(emptyRenegotiationInfoScsv);
  return [
    ...(asksRenegotiation && behaviour.renegotiationInfo !== 'never'
      ? [extension(extensionType.renegotiationInfo, u8(0))]
      : []),
    ...(hello.extensions.has(extensionType.heartbeat) && behaviour.heartbeat !== undefined
      ? [extension(extensionType.heartbeat, u8(1))]
      : []),
    ...(hello.extensions.has(extensionType.extendedMasterSecret)
      ? [extension(extensionType.extendedMasterSecret, Buffer.alloc(0))]
      : []),
  ];
}

function extension(type: number, content: Uint8Array): Buffer {
  return Buffer.concat([u16(type), vector16(content)]);
}

function keyExchangeParameters(suite: number, { dhPrime }: FakeBehaviour): Buffer | undefined {
  if (ecdheSuites.has(suite)) return Buffer.concat([u8(3), u16(23), vector8(createECDH('prime256v1').generateKeys())]);
  if (dheSuites.has(suite) && dhPrime !== undefined)
    return Buffer.concat([vector16(dhPrime), vector16(u8(2)), vector16(randomBytes(dhPrime.length - 1))]);
  return rsaExportSuites.has(suite) ? temporaryRsa() : undefined;
}

/** The temporary key of at most 512 bits that export suites need beside a longer certificate key (RFC 2246 section 7.4.3). */
function temporaryRsa(): Buffer {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ format: 'jwk' });
  return Buffer.concat([vector16(Buffer.from(n, 'base64url')), vector16(Buffer.from(e, 'base64url'))]);
}

/** TLS 1.2 names its algorithm, here RSA with SHA-256; before, RSA signs MD5 and SHA-1 together (RFC 2246 section 7.4.3). */
function signedKeyExchange(parameters: Buffer, randoms: Buffer, version: number, key: FakeIdentity['key']): Buffer {
  const content = Buffer.concat([randoms, parameters]);
  const algorithm = version >= tls12 ? u16(0x0401) : Buffer.alloc(0);
  const signature = sign(version >= tls12 ? 'sha256' : 'md5-sha1', content, key);
  return Buffer.concat([parameters, algorithm, vector16(signature)]);
}

/** SERVER-HELLO of SSL 2.0 with the first certificate and the kinds that both sides have. */
export function ssl2ServerHello(clientHello: Buffer, kinds: readonly number[], { chain }: FakeIdentity): Buffer {
  const specsEnd = 9 + clientHello.readUInt16BE(3);
  const offered: number[] = [];
  for (let at = 9; at + 3 <= specsEnd; at += 3) offered.push(clientHello.readUIntBE(at, 3));
  const common = kinds.filter((kind) => offered.includes(kind));
  const certificate = chain[0] ?? Buffer.alloc(0);
  const lengths = [u16(certificate.length), u16(common.length * 3), u16(16)];
  const message = Buffer.concat([
    u8(4),
    u8(0),
    u8(1),
    u16(2),
    ...lengths,
    certificate,
    ...common.map(u24),
    randomBytes(16),
  ]);
  return Buffer.concat([u16(0x8000 | message.length), message]);
}
