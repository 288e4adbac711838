import type { LogList, RootList } from './lists.ts';

/** Lists of an operator in place of those that come with this version. */
export interface TrustSettings {
  /** The public's roots in place of the shipped ones; null or absent: those. */
  publicRoots?: RootList | null;
  /** Certificate Transparency logs in place of the shipped ones; null or absent: those. */
  logList?: LogList | null;
  /** Names of RSA moduli whose private keys are public (the last 80 bits of a SHA-1, see docs/trust-data.md); null or absent: no list is at hand. */
  weakKeys?: ReadonlySet<string> | null;
  /** Unrelated sites with public certificates, by which a TLS-intercepting proxy is found; null or absent: audits ask none. */
  controlNames?: readonly string[] | null;
}
