/** One question of the DNS probe. */
export interface PlannedQuestion {
  /** target: the audited name; www: its www host; registrable: its registrable domain, where that is another name. */
  at: 'target' | 'www' | 'registrable';
  type: string;
  why: string;
}

/** The questions of the DNS probe, all sent concurrently; add a row for further needs. */
export const plannedQuestions: readonly PlannedQuestion[] = [
  { at: 'target', type: 'A', why: 'IPv4 endpoints' },
  { at: 'target', type: 'AAAA', why: 'IPv6 endpoints' },
  { at: 'target', type: 'CNAME', why: 'an alias at the apex breaks the zone (RFC 1912 section 2.4)' },
  { at: 'target', type: 'NS', why: 'delegation' },
  { at: 'target', type: 'SOA', why: 'where the zone begins, its timers' },
  { at: 'target', type: 'MX', why: 'whether and where mail is taken' },
  { at: 'target', type: 'TXT', why: 'SPF, verification tokens, leaked secrets' },
  { at: 'target', type: 'CAA', why: 'who may issue certificates (RFC 8659)' },
  { at: 'target', type: 'HTTPS', why: 'ALPN, ECH and address hints (RFC 9460)' },
  { at: 'target', type: 'DS', why: 'the parent vouches for the keys (RFC 4034 section 5)' },
  { at: 'target', type: 'DNSKEY', why: 'algorithms and sizes of keys (RFC 4034 section 2)' },
  { at: 'www', type: 'A', why: 'IPv4 endpoints of the www host' },
  { at: 'www', type: 'AAAA', why: 'IPv6 endpoints of the www host' },
  { at: 'www', type: 'HTTPS', why: 'ALPN, ECH and address hints of the www host' },
  { at: 'registrable', type: 'NS', why: 'delegation of the zone that the target lies in' },
  { at: 'registrable', type: 'SOA', why: 'that zone itself' },
  { at: 'registrable', type: 'CAA', why: 'CAA is looked for up the tree (RFC 8659 section 3)' },
  { at: 'registrable', type: 'DS', why: 'whether that zone is signed' },
  { at: 'registrable', type: 'DNSKEY', why: 'algorithms and sizes of its keys' },
];

/** Types that the chain validates at the target: SOA exists at every apex, and browsers need A. */
export const chainTypes: readonly string[] = ['SOA', 'A'];
