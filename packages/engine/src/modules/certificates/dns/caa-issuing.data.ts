/** Properties of one grammar, and what no CA may issue where its value is malformed (RFC 8659 section 4.2, RFC 9495 section 4). */
export const forbidden: Readonly<Record<string, string>> = {
  issue: '',
  issuewild: '',
  issuemail: ' S/MIME certificates',
  issuevmc: ' mark certificates',
};
