import type { KeyKind } from '../pki/keys.ts';
import type { OcspAnswer } from '../pki/ocsp.ts';
import type { CertificateFault } from '../pki/recipes.data.ts';

/** A protocol version, as reports name it. */
export type TlsVersion = 'SSLv2' | 'SSLv3' | 'TLSv1.0' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';

/** One certificate of an endpoint. */
export interface EndpointCertificate {
  readonly key: KeyKind;
  readonly fault?: CertificateFault;
  /** What the OCSP answer says that the server staples; without it, it staples none. */
  readonly staple?: OcspAnswer;
  /** Served at that kind of address only, only to clients that name no host, only for the name with www, only to mail clients, or only at ports other than 443; without it always. */
  readonly served?: 'ipv4' | 'ipv6' | 'no-sni' | 'www' | 'mail' | 'other-port';
}

/** What is known about an endpoint's TLS because its configuration, not a scan, says so. */
export interface TlsTruth {
  readonly versions: readonly TlsVersion[];
  /** Four hexadecimal digits a suite, six for SSLv2, apart by spaces; absent where the software decides. */
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

/** The software that answers; `node` is this repository's own code. */
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

/** A host of the lab: where it is, what answers there, and what is true of it. */
export interface Endpoint {
  readonly host: string;
  /** Other names of the same host, in the same zone. */
  readonly aliases?: readonly string[];
  readonly address: string;
  /** True when the host also has an AAAA record and listens there. */
  readonly ipv6: boolean;
  /** False when it has that address alone, and `address` names it only. */
  readonly ipv4?: false;
  /** What the reverse zone says of its address; absent: its host; empty: nothing. */
  readonly reverse?: string;
  readonly server: Server;
  /** TCP ports that accept connections. */
  readonly ports: readonly number[];
  /** UDP ports that answer something. */
  readonly udp?: readonly number[];
  /** True where UDP port 443 answers in QUIC. */
  readonly quic?: true;
  readonly what: string;
  readonly certificates?: readonly EndpointCertificate[];
  readonly tls?: TlsTruth;
  /** True when the loopback lab serves it as well. */
  readonly loopback: boolean;
}
