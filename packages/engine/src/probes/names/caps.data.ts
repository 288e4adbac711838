/** How much an audit asks about names below the domain. */
export interface NameCaps {
  /** Names that DNS is asked for beside the list; with all others within the share of questions. */
  inventory: number;
  /** Zones below the domain that are looked at for wildcards, because something names their `*`. */
  starredZones: number;
  /** Names whose MX and ACME records are asked for. */
  recordNames: number;
  /** Reverse names. */
  reverse: number;
  /** Domains of others whose registration is looked up. */
  references: number;
  /** Aliases into services of the list whose page is asked for. */
  services: number;
  /** Zones below the domain whose servers are asked. */
  childZones: number;
  /** Hosts that are asked over HTTP. */
  hosts: number;
  /** Names of an NSEC chain. */
  walk: number;
}

export const nameCaps: Readonly<Record<'standard' | 'deep', NameCaps>> = {
  standard: {
    inventory: 40,
    starredZones: 6,
    recordNames: 16,
    reverse: 10,
    references: 20,
    services: 6,
    childZones: 4,
    hosts: 6,
    walk: 0,
  },
  deep: {
    inventory: 360,
    starredZones: 20,
    recordNames: 50,
    reverse: 50,
    references: 60,
    services: 30,
    childZones: 20,
    hosts: 50,
    walk: 500,
  },
};

/** Owners of SRV records that others connect to (RFC 6120, RFC 6764, SIP and Exchange); those of mail programs are asked elsewhere. */
export const serviceOwners: readonly string[] = [
  '_autodiscover._tcp',
  '_caldavs._tcp',
  '_carddavs._tcp',
  '_sip._tls',
  '_sipfederationtls._tcp',
  '_sips._tcp',
  '_xmpp-client._tcp',
  '_xmpp-server._tcp',
];
