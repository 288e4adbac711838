import type { KeyObject } from 'node:crypto';

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
  readonly earlyChangeCipherSpec?: 'accepted';
  readonly badRsaPadding?: 'told';
  /** Prime of the Diffie-Hellman group, for the DHE suites. */
  readonly dhPrime?: Uint8Array;
  /** Kinds of SSL 2.0 ciphers; their presence is what turns SSL 2.0 on. */
  readonly ssl2Kinds?: readonly number[];
  readonly silentAboveHelloBytes?: number;
  readonly resetAboveSuites?: number;
  readonly dropFromVersion?: number;
}

/** What the fake presents. */
export interface FakeIdentity {
  /** DER, leaf first. */
  readonly chain: readonly Uint8Array[];
  /** The RSA key of the leaf. */
  readonly key: KeyObject;
}
