import type { KeyKind } from '../pki/keys.ts';
import type { OcspAnswer } from '../pki/ocsp.ts';
import type { CertificateFault } from '../pki/recipes.data.ts';

/** A protocol version, as reports name it. */
export type TlsVersion = 'SSLv2' | 'SSLv3' | 'TLSv1.0' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';

/** One certificate of an endpoint. */
export interface EndpointCertificate {
  readonly key: KeyKind;
  readonly fault?: CertificateFault;
  /** The status in the stapled OCSP response; absent: no stapling. */
  readonly staple?: OcspAnswer;
  /**
   * Served only at this kind of address, without SNI, for the www name, to mail clients, or on ports other than 443;
   * absent: always.
   */
  readonly served?: 'ipv4' | 'ipv6' | 'no-sni' | 'www' | 'mail' | 'other-port';
}

/** TLS properties known from the configuration, not from a scan. */
export interface TlsTruth {
  readonly versions: readonly TlsVersion[];
  /** Four hexadecimal digits per suite, six for SSLv2, separated by spaces; absent if the software decides. */
  readonly suites?: Partial<Record<TlsVersion, string>>;
  /** Names of the IANA registry of supported groups. */
  readonly groups?: readonly string[];
  readonly alpn?: readonly string[];
  /** Modulus of the finite-field Diffie-Hellman group. */
  readonly dhBits?: number;
  readonly serverPreference?: boolean;
  /** TLS_FALLBACK_SCSV is honoured (RFC 7507). */
  readonly fallbackScsv?: boolean;
  /** Secure renegotiation is offered (RFC 5746). */
  readonly secureRenegotiation?: boolean;
  readonly compression?: boolean;
  readonly heartbeat?: boolean;
  readonly stapling?: boolean;
}

/** The server software; `node` is this repository's own code. */
export type Server =
  | 'nginx'
  | 'node'
  | 'openssl'
  | 'gnutls'
  | 'nss'
  | 'jsse'
  | 'old-node'
  | 'haproxy'
  | 'stunnel'
  | 'apache'
  | 'postfix'
  | 'dovecot';

/** A lab host: its addresses, its software, and its known properties. */
export interface Endpoint {
  readonly host: string;
  /** Other names of the host, in the same zone. */
  readonly aliases?: readonly string[];
  readonly address: string;
  /** True when the host also has an AAAA record and listens there. */
  readonly ipv6: boolean;
  /** False if the host has only an IPv6 address; `address` then only identifies it. */
  readonly ipv4?: false;
  /** The name in the reverse zone; absent: the host; empty: none. */
  readonly reverse?: string;
  readonly server: Server;
  /** TCP ports that accept connections. */
  readonly ports: readonly number[];
  /** UDP ports that answer. */
  readonly udp?: readonly number[];
  /** True where UDP port 443 answers in QUIC. */
  readonly quic?: true;
  readonly what: string;
  readonly certificates?: readonly EndpointCertificate[];
  readonly tls?: TlsTruth;
  /** True when the loopback lab serves it as well. */
  readonly loopback: boolean;
}
