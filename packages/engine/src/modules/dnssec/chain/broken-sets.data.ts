/** What fails for clients of validating resolvers, by the bogus record set. */
export const brokenZone = 'Users of such resolvers reach neither the site nor its mail.';
export const brokenAddresses = 'Users of such resolvers cannot reach the site.';
export const brokenAbsence = 'Clients of such resolvers get an error in place of "does not exist".';
export const brokenOther =
  'Clients of such resolvers do not get these records; the addresses of the site are not affected.';
export const brokenSets: Readonly<Record<string, string>> = {
  policy: 'Receivers with such resolvers get no mail policy here, and treat the domain as if its lookup had failed.',
  MX: 'Senders with such resolvers cannot deliver mail to the domain.',
  TXT: 'Receivers with such resolvers cannot read SPF and other TXT records, and may defer or reject mail from the domain.',
  CAA: 'Certificate authorities validate CAA records and refuse to issue certificates.',
  HTTPS: 'Browsers with such resolvers may refuse to connect (RFC 9460 section 3.1).',
  NS: 'Resolvers that look up the name servers in the zone get an error.',
};
