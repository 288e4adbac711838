type CaaRecords = Readonly<Record<string, readonly (readonly [type: string, data: string])[]>>;

/** CAA records of caa.lab by owner; the lab's issuers use the name pki.lab (RFC 8659). */
const caaLab: CaaRecords = {
  '@': [
    ['CAA', '0 issue "pki.lab"'],
    ['CAA', '0 issuewild ";"'],
    ['CAA', '0 issuemail ";"'],
    ['CAA', '0 issuevmc ";"'],
    ['CAA', '0 iodef "mailto:security@caa.lab"'],
  ],
  bound: [['CAA', '0 issue "pki.lab; accounturi=https://pki.lab/account/1; validationmethods=dns-01"']],
  other: [['CAA', '0 issue "elsewhere.lab"']],
  nobody: [['CAA', '0 issue ";"']],
  'no-issue': [['CAA', '0 iodef "mailto:security@caa.lab"']],
  critical: [
    ['CAA', '0 issue "pki.lab"'],
    ['CAA', '128 frobnicate "7"'],
  ],
  uncritical: [
    ['CAA', '0 issue "pki.lab"'],
    ['CAA', '0 frobnicate "7"'],
  ],
  // The example of a malformed value in RFC 8659 section 4.2: it forbids every issuer.
  'bad-value': [['CAA', '0 issue "%%%%%"']],
  // An empty tag, which resolvers reject: the query fails, and then no CA may issue (RFC 8659 section 3).
  'empty-tag': [['TYPE257', '\\# 9 00 00 706b692e6c6162']],
  'web-report': [
    ['CAA', '0 issue "pki.lab"'],
    ['CAA', '0 iodef "http://caa.lab/report"'],
  ],
};

/** CAA records of caa-public.lab by owner; its issuer uses pki.lab too, and obeys them. */
const caaPublicLab: CaaRecords = {
  '@': [['CAA', '0 issue "pki.lab"']],
  other: [['CAA', '0 issue "letsencrypt.org"']],
  nobody: [['CAA', '0 issue ";"']],
  several: [
    ['CAA', '0 issue "letsencrypt.org"'],
    ['CAA', '0 issue "pki.lab"'],
  ],
  // Only for wildcards; the certificate has none.
  'no-wildcard': [
    ['CAA', '0 issue "pki.lab"'],
    ['CAA', '0 issuewild ";"'],
  ],
};

/** CAA records by zone and owner. */
export const caaOwners: Readonly<Record<string, CaaRecords>> = { 'caa.lab': caaLab, 'caa-public.lab': caaPublicLab };
