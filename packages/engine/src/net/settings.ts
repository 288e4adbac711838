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
}
