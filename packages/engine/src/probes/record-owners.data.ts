/** A record at labels of its own before a name; both are published. */
export interface RecordOwner {
  /** Prefix of the name; `{domain}` stands for the audited one. */
  label: string;
  type: 'SRV' | 'TLSA' | 'TXT';
  /** The names that it is queried for. */
  of: string;
  why: string;
}

const rows = <const T extends Readonly<Record<string, RecordOwner>>>(all: T): T => all;

/** Every label that audits prefix to a name for its records: probes and the published list use this table. */
export const recordOwners = rows({
  dmarc: { label: '_dmarc', type: 'TXT', of: 'the domain and the domains above it', why: 'RFC 9989 section 4.10' },
  dmarcReport: {
    label: '{domain}._report._dmarc',
    type: 'TXT',
    of: 'domains of others that reports go to',
    why: 'RFC 9990 section 4',
  },
  mtaSts: { label: '_mta-sts', type: 'TXT', of: 'the domain', why: 'RFC 8461 section 3.1' },
  tlsReport: { label: '_smtp._tls', type: 'TXT', of: 'the domain', why: 'RFC 8460 section 3' },
  bimi: { label: 'default._bimi', type: 'TXT', of: 'the domain', why: 'the logo that mail programs show' },
  dkim: {
    label: '_domainkey',
    type: 'TXT',
    of: 'the domain',
    why: 'whether it has keys at all (RFC 6376 section 3.6.2)',
  },
  acme: { label: '_acme-challenge', type: 'TXT', of: 'the domain and hosts below it', why: 'RFC 8555 section 8.4' },
  persist: {
    label: '_validation-persist',
    type: 'TXT',
    of: 'the domain and names below it',
    why: 'standing authorisations (Baseline Requirements, section 3.2.2.4.22)',
  },
  webTlsa: { label: '_443._tcp', type: 'TLSA', of: 'the domain and its www host', why: 'RFC 6698 section 3' },
  mailTlsa: { label: '_25._tcp', type: 'TLSA', of: 'the domain and its mail hosts', why: 'RFC 7672 section 2.2' },
  submission: { label: '_submission._tcp', type: 'SRV', of: 'the domain', why: 'RFC 6186 section 3.1' },
  submissions: { label: '_submissions._tcp', type: 'SRV', of: 'the domain', why: 'RFC 8314 section 5.1' },
  imap: { label: '_imap._tcp', type: 'SRV', of: 'the domain', why: 'RFC 6186 section 3.2' },
  imaps: { label: '_imaps._tcp', type: 'SRV', of: 'the domain', why: 'RFC 6186 section 3.2' },
  pop3: { label: '_pop3._tcp', type: 'SRV', of: 'the domain', why: 'RFC 6186 section 3.3' },
  pop3s: { label: '_pop3s._tcp', type: 'SRV', of: 'the domain', why: 'RFC 6186 section 3.3' },
});

/** Three common selectors: they reveal name servers that answer incorrectly for empty non-terminals. */
export const commonSelectors = ['default', 'google', 'selector1'] as const;

/** The owner name of a kind of record. */
export const ownerOf = (kind: Exclude<keyof typeof recordOwners, 'dmarcReport'>, name: string): string =>
  `${recordOwners[kind].label}.${name}`;

/** Where a foreign domain consents to reports about a domain. */
export const reportOwner = (domain: string, host: string): string =>
  `${recordOwners.dmarcReport.label.replace('{domain}', domain)}.${host}`;
