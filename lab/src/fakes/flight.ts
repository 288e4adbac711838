import { randomBytes, sign } from 'node:crypto';
import type { ClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './behaviour.ts';
import { groupsOf, startExchange, type KeyExchange } from './exchange.ts';
import { exchangeOf, needsTls12 } from './suites.ts';
import { u16, u24, u8 } from '@perimeter/protocols/bytes';
import { emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { alertCode, handshake, handshakeType, vector16, vector24, vector8 } from './tls-wire.ts';

const fallbackScsv = 0x5600;
const { 'TLSv1.2': tls12, SSLv3: ssl3 } = wireVersions;
/** Code points of finite fields (RFC 7919 section 2). */
const firstField = 0x0100;
const afterFields = 0x0200;
/** Certificates of RSA keys, signed by RSA with SHA-256, by anybody (RFC 5246 section 7.4.4). */
const certificateRequest = (version: number): Buffer =>
  Buffer.concat([vector8(u8(1)), ...(version >= tls12 ? [vector16(u16(0x0401))] : []), vector16()]);

export const extensionType = {
  heartbeat: 15,
  extendedMasterSecret: 23,
  sessionTicket: 35,
  nextProtocol: 13_172,
  renegotiationInfo: 0xff01,
} as const;

/** The negotiated parameters. */
export interface Chosen {
  readonly kind: 'chosen';
  readonly version: number;
  readonly suite: number;
  readonly compression: number;
}

/** The result of negotiation. */
export type Negotiated = Chosen | { readonly kind: 'refused'; readonly version: number; readonly alert: number };

/** Chooses version, suite and compression, or the alert to refuse with. */
export function negotiate(hello: ClientHello, behaviour: FakeBehaviour): Negotiated {
  const version = Math.max(0, ...behaviour.versions.filter((candidate) => candidate <= hello.version));
  if (version === 0) return { kind: 'refused', version: wireVersions['TLSv1.0'], alert: alertCode.protocolVersion };
  const isFallback = hello.suites.includes(fallbackScsv) && hello.version < Math.max(...behaviour.versions);
  if (isFallback && behaviour.fallbackScsv !== 'ignored')
    return { kind: 'refused', version, alert: alertCode.inappropriateFallback };
  const suite = chooseSuite(hello, behaviour, version);
  if (suite === undefined) return { kind: 'refused', version, alert: alertCode.handshakeFailure };
  const compression = behaviour.compression?.find((method) => hello.compressions.includes(method)) ?? 0;
  return { kind: 'chosen', version: behaviour.unoffered?.version ?? version, suite, compression };
}

function chooseSuite(hello: ClientHello, behaviour: FakeBehaviour, version: number): number | undefined {
  const { suites, preference, unoffered, fields } = behaviour;
  const { suites: offered } = hello;
  if (unoffered?.suite !== undefined) return unoffered.suite;
  const hasFields = fields !== 'by-name' || groupsOf(hello).some((group) => group >= firstField && group < afterFields);
  const possible = suites.filter(
    (suite) => (version >= tls12 || !needsTls12(suite)) && (hasFields || exchangeOf(suite) !== 'dhe'),
  );
  return preference === 'client'
    ? offered.find((suite) => possible.includes(suite))
    : possible.find((suite) => offered.includes(suite));
}

/** A first flight, and the state to keep. */
export interface FirstFlight {
  readonly messages: readonly Buffer[];
  readonly exchange: KeyExchange;
  readonly serverRandom: Buffer;
}

/** ServerHello, Certificate, ServerKeyExchange where the suite has one, ServerHelloDone. */
export function firstFlight(
  hello: ClientHello,
  chosen: Chosen,
  behaviour: FakeBehaviour,
  identity: FakeIdentity,
  renegotiated: Buffer = Buffer.alloc(0),
): FirstFlight {
  const serverRandom = makeRandom(behaviour);
  const exchange = startExchange(chosen.suite, hello, behaviour, identity);
  const { parameters } = exchange;
  const randoms = Buffer.concat([hello.random, serverRandom]);
  // Anonymous suites have neither a certificate nor a signature (RFC 5246 section 7.4.3).
  const isAnonymous = exchangeOf(chosen.suite) === 'dh-anonymous';
  const keyExchanges =
    parameters === undefined
      ? []
      : [isAnonymous ? parameters : signedKeyExchange(parameters, randoms, chosen.version, behaviour, identity)];
  const extensions = serverExtensions(hello, chosen, behaviour, renegotiated);
  return {
    exchange,
    serverRandom,
    messages: [
      serverHello(chosen, serverRandom, Buffer.alloc(0), extensions),
      ...(isAnonymous
        ? []
        : [handshake(handshakeType.certificate, vector24(...identity.chain.map((der) => vector24(der))))]),
      ...keyExchanges.map((content) => handshake(handshakeType.serverKeyExchange, content)),
      ...(behaviour.clientCertificate === 'demanded'
        ? [handshake(handshakeType.certificateRequest, certificateRequest(chosen.version))]
        : []),
      handshake(handshakeType.serverHelloDone, Buffer.alloc(0)),
    ],
  };
}

/** True if the negotiated suite needs a group, and none of the offered ones is supported. */
export const lacksGroup = (hello: ClientHello, { suite }: Chosen, { groups = [] }: FakeBehaviour): boolean =>
  exchangeOf(suite) === 'ecdhe' && !groupsOf(hello).some((group) => groups.includes(group));

/** Some servers put the time first, as RFC 5246 section 7.4.1.2 defines. */
export function makeRandom({ clock }: FakeBehaviour): Buffer {
  const random = randomBytes(32);
  if (clock === 'told') random.writeUInt32BE(Math.floor(Date.now() / 1000));
  return random;
}

/** A ServerHello message. */
export function serverHello(chosen: Chosen, random: Buffer, sessionId: Buffer, extensions: readonly Buffer[]): Buffer {
  return handshake(
    handshakeType.serverHello,
    Buffer.concat([
      u16(chosen.version),
      random,
      vector8(sessionId),
      u16(chosen.suite),
      u8(chosen.compression),
      ...(extensions.length > 0 ? [vector16(...extensions)] : []),
    ]),
  );
}

/** The answers to the client's extensions; `renegotiated` is the verify data of a handshake before this one. */
export function serverExtensions(
  hello: ClientHello,
  { version }: Chosen,
  behaviour: FakeBehaviour,
  renegotiated: Buffer,
): readonly Buffer[] {
  const { heartbeat, extendedMasterSecret, sessionTicket, nextProtocol, renegotiationInfo } = extensionType;
  const asks = (type: number): boolean => hello.extensions.has(type);
  const { tickets, nextProtocols, unoffered } = behaviour;
  const asksRenegotiation = asks(renegotiationInfo) || hello.suites.includes(emptyRenegotiationInfoScsv);
  const answers: readonly (readonly [when: boolean, type: number, content: Uint8Array])[] = [
    [asksRenegotiation && behaviour.renegotiationInfo !== 'never', renegotiationInfo, vector8(renegotiated)],
    [asks(heartbeat) && behaviour.heartbeat !== undefined, heartbeat, u8(1)],
    [bindsToTranscript(hello, version, behaviour), extendedMasterSecret, Buffer.alloc(0)],
    [asks(sessionTicket) && tickets !== undefined, sessionTicket, Buffer.alloc(0)],
    [
      asks(nextProtocol) && nextProtocols !== undefined,
      nextProtocol,
      Buffer.concat((nextProtocols ?? []).map((name) => vector8(Buffer.from(name)))),
    ],
    [unoffered?.extension !== undefined, unoffered?.extension ?? 0, Buffer.alloc(0)],
  ];
  return answers.filter(([when]) => when).map(([, type, content]) => Buffer.concat([u16(type), vector16(content)]));
}

/** True if the extended master secret is negotiated (RFC 7627). */
export function bindsToTranscript(hello: ClientHello, version: number, behaviour: FakeBehaviour): boolean {
  const asked = hello.extensions.has(extensionType.extendedMasterSecret);
  return asked && version > ssl3 && behaviour.extendedMasterSecret !== 'never';
}

const signatureAlgorithms = { sha256: 0x0401, sha1: 0x0201, md5: 0x0101 } as const;

/** TLS 1.2 names its algorithm; before, RSA signs MD5 and SHA-1 together (RFC 2246 section 7.4.3). */
function signedKeyExchange(
  parameters: Buffer,
  randoms: Buffer,
  version: number,
  { signatureDigest = 'sha256' }: FakeBehaviour,
  { key, sign: signBy = (digest, content) => sign(digest, content, key) }: FakeIdentity,
): Buffer {
  const content = Buffer.concat([randoms, parameters]);
  const algorithm = version >= tls12 ? u16(signatureAlgorithms[signatureDigest]) : Buffer.alloc(0);
  const signature = signBy(version >= tls12 ? signatureDigest : 'md5-sha1', content);
  return Buffer.concat([parameters, algorithm, vector16(signature)]);
}

/** SERVER-HELLO of SSL 2.0 with the first certificate and the common ciphers. */
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
