import type { KeyObject } from 'node:crypto';
import type { ClientHello } from './client-hello.ts';

/** What a server does instead of answering a hello; a number is the alert that it sends. */
export type Refusal = 'silence' | 'reset' | 'close' | number;

/** A way to let clients tell broken CBC records apart; a sound server answers each with bad_record_mac. */
export type CbcFlaw =
  /** The padding's octets are not looked at (CVE-2014-8730). */
  | 'poodle'
  /** Sound padding around a wrong MAC has an answer of its own (CVE-2019-6593 and its kin). */
  | 'goldendoodle'
  /** Wrong padding behind a right MAC has an answer of its own. */
  | 'zombie'
  /** Wrong padding behind a right MAC has no answer. */
  | 'sleeping'
  /** A wrong MAC over no content at all ends the connection politely (CVE-2019-1559). */
  | 'zero-length'
  /** Nothing but padding is called too long (CVE-2016-2107). */
  | 'openssl-2016-2107';

/** How a fake server behaves; whatever is left out is done right. */
export interface FakeBehaviour {
  /** Wire values, such as 0x0303 for TLS 1.2. */
  readonly versions: readonly number[];
  /** In the order of the server's preference. */
  readonly suites: readonly number[];
  readonly preference?: 'client';
  /** Compression methods that it takes, most liked first. */
  readonly compression?: readonly number[];
  readonly heartbeat?: 'offered' | 'bleeds';
  readonly renegotiationInfo?: 'never';
  readonly fallbackScsv?: 'ignored';
  readonly extendedMasterSecret?: 'never';
  readonly earlyChangeCipherSpec?: 'accepted';
  /** Tells bad RSA padding from a bad Finished: each time, for one kind of padding only, or now and then. */
  readonly rsaOracle?: 'strong' | 'weak' | 'unstable';
  readonly cbc?: CbcFlaw;
  /** Prime of the Diffie-Hellman group, for the DHE suites; the generator is 2. */
  readonly dhPrime?: Uint8Array;
  /** Elliptic-curve groups that it takes, most liked first. */
  readonly groups?: readonly number[];
  /** Looks for a group in common only behind its ServerHello, and closes where there is none. */
  readonly groupsChecked?: 'late';
  /** Takes DHE suites only from clients that name a finite field (RFC 7919). */
  readonly fields?: 'by-name';
  /** Asks for a client's certificate, and alerts whoever has none. */
  readonly clientCertificate?: 'demanded';
  /** Spells its curve out to whoever takes that. */
  readonly explicitCurve?: boolean;
  /** The same Diffie-Hellman keys for every handshake. */
  readonly keyReuse?: boolean;
  /** Digest of the signature in TLS 1.2. */
  readonly signatureDigest?: 'sha256' | 'sha1' | 'md5';
  /** Kinds of SSL 2.0 ciphers; their presence is what turns SSL 2.0 on. */
  readonly ssl2Kinds?: readonly number[];
  /** Hellos that it cannot stand; `bytes` counts the handshake message. */
  readonly refuses?: (hello: ClientHello, bytes: number) => Refusal | undefined;
  /** Session tickets (RFC 5077), and whether their use betrays memory (CVE-2016-9244). */
  readonly tickets?: { readonly lifetimeSeconds: number; readonly bleeds?: boolean };
  /** How many renegotiations it takes from a client; none without it. */
  readonly renegotiations?: number;
  /** The time of day stands in the server's random. */
  readonly clock?: 'told';
  /** Protocols of Next Protocol Negotiation, for whoever asks. */
  readonly nextProtocols?: readonly string[];
  /** Chooses this though it was not offered. */
  readonly unoffered?: { readonly suite?: number; readonly version?: number; readonly extension?: number };
  /** Version in the headers of the first records, instead of the chosen one. */
  readonly recordVersion?: number;
  /** How the first flight is cut into records; without it one record holds all. */
  readonly framing?: 'a-record-each' | 'one-octet' | 'straddling';
  /** A warning before the ServerHello. */
  readonly greeting?: 'unrecognized-name';
  /** What follows a fatal alert. */
  readonly afterAlert?: 'reset';
  /** Ends connections without close_notify. */
  readonly closing?: 'abrupt';
  /** Thinks that long before it answers a hello. */
  readonly delayMs?: number;
  /** Resets the connections of a second beyond these. */
  readonly maxConnectionsPerSecond?: number;
  /** A real server takes the connections of whoever offers TLS 1.3, unless there are bytes here to answer with. */
  readonly tls13?: (hello: ClientHello) => Buffer | undefined;
}

/** What the fake presents. */
export interface FakeIdentity {
  /** DER, leaf first. */
  readonly chain: readonly Uint8Array[];
  /** The RSA key of the leaf. */
  readonly key: KeyObject;
  /** Signs instead of the key, where OpenSSL would not. */
  readonly sign?: (digest: string, content: Buffer) => Buffer;
}
