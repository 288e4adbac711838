/** The fault of one name server's answer, by its validation failure; * stands for the query. */
export const servedFaults: Readonly<Record<string, string>> = {
  'key-not-shared': '* signed by a key that other name servers do not have',
  'ds-mismatch': 'keys of which none matches the DS records',
  'key-missing': 'no DNSKEY records',
  'rrsig-missing': 'no signatures of *',
  'rrsig-expired': 'signatures of * that have expired',
  'rrsig-not-yet': 'signatures of * that are not yet valid',
  'rrsig-invalid': 'signatures of * that verify with no key of the zone',
  'denial-missing': 'no proof of absence for *',
  'denial-wrong': 'proofs that do not fit the absence of *',
};
