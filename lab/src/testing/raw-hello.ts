import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { TlsVersion } from '../hosts/endpoint.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { contentType, handshake, handshakeType, record, vector16, vector8 } from '../fakes/tls-wire.ts';

/** What a server said to one ClientHello; versions are as on the wire, TLS 1.3 by its extension. */
export type HelloAnswer =
  | {
      readonly kind: 'hello';
      readonly version: number;
      readonly suite: number;
      readonly compression: number;
      readonly extensions: ReadonlySet<number>;
      /** The group that a HelloRetryRequest names. */
      readonly retryGroup?: number;
      readonly random: Buffer;
    }
  | { readonly kind: 'alert'; readonly code: number }
  | { readonly kind: 'closed' }
  | { readonly kind: 'silence' };

/** A ClientHello made by the lab's own tests, independent of the prober that they verify. */
export interface HelloQuestion {
  readonly address: string;
  readonly host: string;
  readonly version: Exclude<TlsVersion, 'SSLv2'>;
  readonly suites: readonly number[];
  readonly compressions?: readonly number[];
  /** Instead of the groups that are usual and unusual. */
  readonly groups?: readonly number[];
  /** Milliseconds without an answer that count as silence; where one is expected, the wait is long. */
  readonly silenceMs?: number;
  /** More octets, in a padding extension (RFC 7685). */
  readonly paddingBytes?: number;
}

export const wireVersion = {
  SSLv3: 0x0300,
  'TLSv1.0': 0x0301,
  'TLSv1.1': 0x0302,
  'TLSv1.2': 0x0303,
  'TLSv1.3': 0x0304,
};

const extensionType = {
  serverName: 0,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  heartbeat: 15,
  padding: 21,
  supportedVersions: 43,
  keyShare: 51,
  renegotiationInfo: 0xff01,
};
const usualGroups = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e, 0x000e, 0x000d, 0x0016, 0x0015, 0x0013];
const schemes = [
  0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0807, 0x0905, 0x0402, 0x0203, 0x0201,
  0x0202,
];
/** A busy server answers later than an idle one, but not as late as this. */
const answerMs = 30_000;
const minServerHelloBytes = 42;

/** Sends one ClientHello on a new connection. */
export function askHello(question: HelloQuestion): Promise<HelloAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: question.address, port: 443 }, () => socket.write(clientHello(question)));
    let received = Buffer.alloc(0);
    socket.setTimeout(question.silenceMs ?? answerMs, () => settle({ kind: 'silence' }));
    socket.on('error', () => settle({ kind: 'closed' }));
    socket.on('close', () => settle({ kind: 'closed' }));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (answer !== undefined) settle(answer);
    });
    function settle(answer: HelloAnswer): void {
      resolve(answer);
      socket.destroy();
    }
  });
}

function clientHello(question: HelloQuestion): Buffer {
  const { version, suites, compressions = [0] } = question;
  const extensions = version === 'SSLv3' ? [] : helloExtensions(question);
  const body = Buffer.concat([
    u16(Math.min(wireVersion[version], wireVersion['TLSv1.2'])),
    randomBytes(32),
    vector8(version === 'TLSv1.3' ? randomBytes(32) : Buffer.alloc(0)),
    vector16(...suites.map(u16)),
    vector8(Buffer.from(compressions)),
    ...(extensions.length > 0 ? [vector16(...extensions)] : []),
  ]);
  const recordVersion = Math.min(wireVersion[version], wireVersion['TLSv1.0']);
  return record(contentType.handshake, recordVersion, handshake(handshakeType.clientHello, body));
}

function helloExtensions({ host, version, groups = usualGroups, paddingBytes }: HelloQuestion): readonly Buffer[] {
  const extension = (type: number, content: Uint8Array): Buffer => Buffer.concat([u16(type), vector16(content)]);
  return [
    extension(extensionType.serverName, vector16(u8(0), vector16(Buffer.from(host)))),
    extension(extensionType.supportedGroups, vector16(...groups.map(u16))),
    extension(extensionType.pointFormats, vector8(u8(0))),
    extension(extensionType.signatureAlgorithms, vector16(...schemes.map(u16))),
    extension(extensionType.heartbeat, u8(1)),
    extension(extensionType.renegotiationInfo, u8(0)),
    ...(version === 'TLSv1.3'
      ? [
          extension(extensionType.supportedVersions, vector8(u16(wireVersion[version]))),
          extension(extensionType.keyShare, vector16()),
        ]
      : []),
    ...(paddingBytes === undefined ? [] : [extension(extensionType.padding, Buffer.alloc(paddingBytes))]),
  ];
}

/** Puts the handshake together again from its records, past warnings. */
function readAnswer(received: Buffer): HelloAnswer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= received.length;) {
    const end = at + 5 + received.readUInt16BE(at + 3);
    if (end > received.length) break;
    const [type, content] = [received.readUInt8(at), received.subarray(at + 5, end)];
    const isWarning = content[0] === 1;
    if (type === contentType.alert && !isWarning) return { kind: 'alert', code: content.readUInt8(1) };
    if (type === contentType.handshake) parts.push(content);
    at = end;
  }
  const message = Buffer.concat(parts);
  if (message.length < minServerHelloBytes) return undefined;
  const end = 4 + message.readUIntBE(1, 3);
  if (message.readUInt8(0) !== handshakeType.serverHello || message.length < end) return undefined;
  return readServerHello(message.subarray(0, end));
}

function readServerHello(message: Buffer): HelloAnswer {
  const suiteAt = 39 + message.readUInt8(38);
  const extensions = new Map<number, Buffer>();
  for (let at = suiteAt + 5; at + 4 <= message.length;) {
    const end = at + 4 + message.readUInt16BE(at + 2);
    extensions.set(message.readUInt16BE(at), message.subarray(at + 4, end));
    at = end;
  }
  const share = extensions.get(extensionType.keyShare);
  const version = extensions.get(extensionType.supportedVersions)?.readUInt16BE(0) ?? message.readUInt16BE(4);
  return {
    kind: 'hello',
    version,
    suite: message.readUInt16BE(suiteAt),
    compression: message.readUInt8(suiteAt + 2),
    extensions: new Set(extensions.keys()),
    random: message.subarray(6, 38),
    ...(share?.length === 2 ? { retryGroup: share.readUInt16BE(0) } : {}),
  };
}

/** Every suite that the server accepts in a version, found by repeating without those already negotiated. */
export async function enumerateSuites(
  question: Omit<HelloQuestion, 'suites'>,
  candidates: readonly number[],
): Promise<readonly number[]> {
  const maxSuitesPerHello = 60;
  const accepted: number[] = [];
  for (let at = 0; at < candidates.length; at += maxSuitesPerHello) {
    let open = candidates.slice(at, at + maxSuitesPerHello);
    while (open.length > 0) {
      const answer = await askHello({ ...question, suites: open });
      if (answer.kind !== 'hello' || answer.version !== wireVersion[question.version]) break;
      if (!open.includes(answer.suite)) throw new Error(`Enumerating ${question.host}: it chose what was not offered`);
      accepted.push(answer.suite);
      open = open.filter((suite) => suite !== answer.suite);
    }
  }
  return accepted.toSorted((a, b) => a - b);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** All code points assigned to suites before TLS 1.3, and those that software used without assignment. */
export const legacyCandidates: readonly number[] = [
  ...range(0x0000, 0x00c7),
  ...range(0xc001, 0xc0b3),
  ...range(0xcca8, 0xccae),
  ...range(0xcc13, 0xcc15),
  ...range(0xd001, 0xd005),
  0xfefe,
  0xfeff,
  ...range(0xffe0, 0xffe1),
].filter((suite) => suite !== 0x00ff);

/** The suites of TLS 1.3 (RFC 9846 appendix B.4). */
export const tls13Candidates: readonly number[] = range(0x1301, 0x1307);
