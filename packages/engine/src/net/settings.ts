import type { LibraryList } from '@perimeter/protocols/libraries/table';
import type { TakeoverList } from '@perimeter/protocols/names/takeover-table';
import type { EdgeList } from './edges/edge-networks.data.ts';
import type { Sources } from './sources/read-sources.ts';

/** Operator settings for the engine's network access. All off by default. */
export interface NetSettings {
  /** Recursive resolvers; empty: the system's. */
  resolvers: readonly { address: string; port: number }[];
  /** DNSSEC trust anchors as DS or DNSKEY records in zone-file form; null: the root's built-in anchors. */
  trustAnchors: string | null;
  /** Special-purpose CIDR ranges that the guard allows. */
  allowNetworks: readonly string[];
  /** Address:port to address:port, applied after the guard: replaces routing in the loopback lab. */
  dialMap: ReadonlyMap<string, string>;
  /** URL with information about the audit; part of the User-Agent. */
  contactUrl: string;
  /** Neutral name that name servers are queried for, to test whether they resolve for strangers. */
  recursionName: string;
  /** RDAP services of registries by top-level domain; empty: queries are disabled. */
  registries: ReadonlyMap<string, string>;
  /** File of routes, which gives the networks of addresses; null or absent: none. */
  routes?: string | null;
  /** File of validated ROA payloads, to judge routes; null or absent: none. */
  vrps?: string | null;
  /** Third-party sources that may be queried; absent: registries only. */
  sources?: Sources;
  /** Libraries with known flaws; absent: the shipped list. */
  libraries?: LibraryList;
  /** Services where strangers may claim names; absent: the shipped list. */
  takeovers?: TakeoverList;
  /** Networks of CDNs; absent: the shipped list. */
  edges?: EdgeList;
  /** File of the HSTS preload list; null or absent: none. */
  preloadList?: string | null;
  /** The name given in EHLO; null: the machine's full name, or the address of the connection. */
  smtpName: string | null;
  /** Whether port 25 is open from here: determined during audits, set by the operator, or tested with the operator's control host. */
  smtpEgress: SmtpEgress;
}

/** State of port 25: `auto`: unknown at first; a place: connected to once an hour. */
export type SmtpEgress = 'auto' | 'open' | 'blocked' | { address: string; port: number };
