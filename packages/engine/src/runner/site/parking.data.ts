/** Titles of pages that hosts and registrars show for domains without a site; none that real sites use. */
export const parkingTitles: readonly RegExp[] = [
  /^(?:This|The) (?:domain(?: name)?|web ?site) (?:is|may be|has been) (?:parked|for sale)\b/i,
  /^(?:[a-z0-9-]+\.)+[a-z]{2,} (?:-|–|\|)? ?(?:This domain )?(?:is|may be) (?:parked|for sale)\b/i,
  /^Parked Domain(?: name on Hostinger\b|$)/i,
  /^(?:Domain Parking(?: Page)?|Domain Parked|Parking Page)$/i,
  /^(?:Domain|Web Server's) Default Page$/i,
  /^Default Web Site Page$/i,
  /^(?:Domain im Kundenauftrag registriert|Diese Domain (?:ist geparkt|steht zum Verkauf))/i,
  /^HugeDomains\.com/i,
];

/** Sites from which only parking pages load resources. */
export const parkingHosts: readonly string[] = ['sedoparking.com', 'parkingcrew.net', 'bodiscdn.com', 'parklogic.com'];
