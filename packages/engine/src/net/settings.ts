import type { LibraryList } from '@perimeter/protocols/libraries/table';
import type { TakeoverList } from '@perimeter/protocols/names/takeover-table';
import type { EdgeList } from './edges/edge-networks.data.ts';
import type { Sources } from './sources/read-sources.ts';

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
  /** Where people find out who is probing them; part of the User-Agent. */
  contactUrl: string;
  /** Name of nobody's in particular that name servers are asked for, to see whether they resolve for strangers. */
  recursionName: string;
  /** RDAP services of registries by top-level domain; empty: no registry is asked. */
  registries: ReadonlyMap<string, string>;
  /** File of routes, by which the networks of addresses are known; null or absent: none. */
  routes?: string | null;
  /** File of validated ROA payloads, by which routes are judged; null or absent: none. */
  vrps?: string | null;
  /** Who beside resolver and target may be asked; absent: registries alone. */
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
  /** Whether port 25 is open from here: found out while auditing, known to the operator, or tried at a host of the operator's. */
  smtpEgress: SmtpEgress;
}

/** What is known of port 25: `auto`: nothing yet; a place is connected to once an hour. */
export type SmtpEgress = 'auto' | 'open' | 'blocked' | { address: string; port: number };
