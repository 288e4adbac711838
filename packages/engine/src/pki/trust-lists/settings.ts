import type { LogList, RootList } from './lists.ts';

/** Lists of an operator in place of the shipped ones. */
export interface TrustSettings {
  /** Public roots; null or absent: the shipped ones. */
  publicRoots?: RootList | null;
  /** Certificate Transparency logs; null or absent: the shipped ones. */
  logList?: LogList | null;
  /** Identifiers of RSA moduli with public private keys (the last 80 bits of a SHA-1, see docs/trust-data.md); null or absent: no list. */
  weakKeys?: ReadonlySet<string> | null;
  /** Unrelated sites with public certificates, used to detect a TLS-intercepting proxy; null or absent: none are tested. */
  controlNames?: readonly string[] | null;
}
