import type { KeyObject } from 'node:crypto';
import type { ClientHello } from './client-hello.ts';

/** A server's reaction instead of answering a ClientHello; a number is an alert. */
export type Refusal = 'silence' | 'reset' | 'close' | number;

/** An oracle for malformed CBC records; a correct server answers each with bad_record_mac. */
export type CbcFlaw =
  /** The padding bytes are not verified (CVE-2014-8730). */
  | 'poodle'
  /** Valid padding with an invalid MAC gets a different answer (CVE-2019-6593 and similar). */
  | 'goldendoodle'
  /** Invalid padding after a valid MAC gets a different answer. */
  | 'zombie'
  /** Invalid padding after a valid MAC gets no answer. */
  | 'sleeping'
  /** An invalid MAC over empty content closes the connection with close_notify (CVE-2019-1559). */
  | 'zero-length'
  /** A record of padding only gets record_overflow (CVE-2016-2107). */
  | 'openssl-2016-2107';

/** How a fake server behaves; it is correct in everything that is left out. */
export interface FakeBehaviour {
  /** Wire values, such as 0x0303 for TLS 1.2. */
  readonly versions: readonly number[];
  /** In the order of the server's preference. */
  readonly suites: readonly number[];
  readonly preference?: 'client';
  /** Accepted compression methods, in order of preference. */
  readonly compression?: readonly number[];
  readonly heartbeat?: 'offered' | 'bleeds';
  readonly renegotiationInfo?: 'never';
  readonly fallbackScsv?: 'ignored';
  readonly extendedMasterSecret?: 'never';
  readonly earlyChangeCipherSpec?: 'accepted';
  /** Distinguishes bad RSA padding from a bad Finished: always, for one kind of padding only, or sometimes. */
  readonly rsaOracle?: 'strong' | 'weak' | 'unstable';
  readonly cbc?: CbcFlaw;
  /** Prime of the Diffie-Hellman group, for the DHE suites; the generator is 2. */
  readonly dhPrime?: Uint8Array;
  /** Accepted elliptic-curve groups, in order of preference. */
  readonly groups?: readonly number[];
  /** Selects the group after its ServerHello, and closes the connection if none is shared. */
  readonly groupsChecked?: 'late';
  /** Accepts DHE suites only from clients that offer a finite-field group (RFC 7919). */
  readonly fields?: 'by-name';
  /** Requests a client certificate, and alerts clients without one. */
  readonly clientCertificate?: 'demanded';
  /** Sends explicit curve parameters to clients that accept them. */
  readonly explicitCurve?: boolean;
  /** The same Diffie-Hellman keys for every handshake. */
  readonly keyReuse?: boolean;
  /** Digest of the signature in TLS 1.2. */
  readonly signatureDigest?: 'sha256' | 'sha1' | 'md5';
  /** SSL 2.0 ciphers; SSL 2.0 is enabled if there are any. */
  readonly ssl2Kinds?: readonly number[];
  /** Hellos that it does not tolerate; `bytes` counts the handshake message. */
  readonly refuses?: (hello: ClientHello, bytes: number) => Refusal | undefined;
  /** Session tickets (RFC 5077), and whether resumption leaks memory (CVE-2016-9244). */
  readonly tickets?: { readonly lifetimeSeconds: number; readonly bleeds?: boolean };
  /** How many client-initiated renegotiations it accepts; none if left out. */
  readonly renegotiations?: number;
  /** The server random starts with the time. */
  readonly clock?: 'told';
  /** Protocols for Next Protocol Negotiation. */
  readonly nextProtocols?: readonly string[];
  /** Chooses this although it was not offered. */
  readonly unoffered?: { readonly suite?: number; readonly version?: number; readonly extension?: number };
  /** The version in the first records' headers, instead of the negotiated one. */
  readonly recordVersion?: number;
  /** How the first flight is split into records; one record if left out. */
  readonly framing?: 'a-record-each' | 'one-octet' | 'straddling';
  /** A warning before the ServerHello. */
  readonly greeting?: 'unrecognized-name';
  /** What follows a fatal alert. */
  readonly afterAlert?: 'reset';
  /** Ends connections without close_notify. */
  readonly closing?: 'abrupt';
  /** Delay before it answers a hello. */
  readonly delayMs?: number;
  /** Connections per second; further ones are reset. */
  readonly maxConnectionsPerSecond?: number;
  /** Hellos with TLS 1.3 go to a real server, or are answered with these bytes. */
  readonly tls13?: (hello: ClientHello) => Buffer | undefined;
}

/** The certificate and key of a fake server. */
export interface FakeIdentity {
  /** DER, leaf first. */
  readonly chain: readonly Uint8Array[];
  /** The RSA key of the leaf. */
  readonly key: KeyObject;
  /** Used to sign instead of the key, if OpenSSL refuses to. */
  readonly sign?: (digest: string, content: Buffer) => Buffer;
}
