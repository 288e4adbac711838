import type { LogList, RootList } from './trust/lists.ts';

/** What an operator may change about how the engine reaches the world. All off by default. */
export interface NetSettings {
  /** Recursive resolvers to ask; empty: the system's. */
  resolvers: readonly { address: string; port: number }[];
  /** DNSSEC trust anchors as DS or DNSKEY records in zone-file form; null: the root's built-in anchors. */
  trustAnchors: string | null;
  /** CIDR ranges that the guard lets through although they are special-purpose. */
  allowNetworks: readonly string[];
  /** Address:port to address:port, applied after the guard: the loopback lab's stand-in for routing. */
  dialMap: ReadonlyMap<string, string>;
  /** The public's roots in place of the shipped ones; null or absent: those. */
  publicRoots?: RootList | null;
  /** Certificate Transparency logs in place of the shipped ones; null or absent: those. */
  logList?: LogList | null;
  /** Names of RSA moduli whose private keys are public (the last 80 bits of a SHA-1, see docs/trust-data.md); null or absent: no list is at hand. */
  weakKeys?: ReadonlySet<string> | null;
  /** Where people find out who is probing them; part of the User-Agent. */
  contactUrl: string;
}

/** Settings of the engine: the network's, and the audit's clock. */
export interface EngineSettings extends NetSettings {
  /** Fixed clock in epoch milliseconds for validity and expiry; null: the machine's. */
  nowMs: number | null;
}
