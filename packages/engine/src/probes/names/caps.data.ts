/** Limits for names below the domain. */
export interface NameCaps {
  /** Names queried besides the list, within the share of questions. */
  inventory: number;
  /** Zones below the domain that are tested for wildcards, because their `*` name was seen. */
  starredZones: number;
  /** Names whose MX and ACME records are queried. */
  recordNames: number;
  /** Reverse names that are queried. */
  reverse: number;
  /** Foreign domains whose registration is looked up. */
  references: number;
  /** Aliases into listed services whose page is requested. */
  services: number;
  /** Zones below the domain whose servers are queried. */
  childZones: number;
  /** Hosts that are requested over HTTP. */
  hosts: number;
  /** Names of an NSEC chain that are followed. */
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

/** Owners of SRV records for external clients (RFC 6120, RFC 6764, SIP and Exchange); those of mail programs are queried elsewhere. */
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
