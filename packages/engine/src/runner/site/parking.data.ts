/** Titles of pages that hosts and registrars show for a domain without a site; none that a site would have beside them. */
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

/** Sites from which parking pages load what they show: no other page does. */
export const parkingHosts: readonly string[] = ['sedoparking.com', 'parkingcrew.net', 'bodiscdn.com', 'parklogic.com'];
