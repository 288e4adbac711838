/** Properties of one grammar, and what nobody may issue where it is broken (RFC 8659 section 4.2, RFC 9495 section 4). */
export const forbidden: Readonly<Record<string, string>> = {
  issue: '',
  issuewild: '',
  issuemail: ' S/MIME certificates',
  issuevmc: ' mark certificates',
};
