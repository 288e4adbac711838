// CVSS 4.0 vectors by meaning, so that equal weaknesses weigh the same across modules. Scores are computed from them
// (FIRST, CVSS v4.0 specification); E:U adds the threat metric, nomenclature CVSS-BT.

const V = 'CVSS:4.0/AV:N';
export const vectors = {
  /** Small information leak, no known exploitation (Low, 2.7). */
  smallLeak: `${V}/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N/E:U`,
  /** On-path attacker and a user, partial effect (Low, 2.3). */
  onPathPartial: `${V}/AC:H/AT:P/PR:N/UI:P/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N`,
  /** Browser hardening absent (needs a second flaw) (Low, 2.3). */
  browserHardening: `${V}/AC:L/AT:P/PR:N/UI:P/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N`,
  /** Browser hardening absent and the user must act (Low, 2.1). */
  browserHardeningUserActs: `${V}/AC:L/AT:P/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N`,
  /** Availability or resilience hygiene (Low, 1.7). */
  resilience: `${V}/AC:H/AT:P/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N/E:U`,
  /** Limited identity/mail spoofing margin (Low, 2.3). */
  spoofingMargin: `${V}/AC:L/AT:P/PR:N/UI:P/VC:N/VI:N/VA:N/SC:N/SI:L/SA:N`,
  /** Cryptographic margin, no known practical attack (Low, 1.7). */
  cryptoMargin: `${V}/AC:H/AT:P/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N/E:U`,
  /** Small abuse/DoS lever, no known exploitation (Low, 2.7). */
  abuseLever: `${V}/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N/E:U`,
  /** Weak crypto or downgrade, on-path (Medium, 6.3). */
  weakCrypto: `${V}/AC:H/AT:P/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N`,
  /** Content-injection defence absent (Medium, 5.3). */
  contentInjection: `${V}/AC:L/AT:N/PR:N/UI:P/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N`,
  /** Content-injection defence absent and the user must act (clickjacking, host header) (Medium, 5.1). */
  contentInjectionUserActs: `${V}/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N`,
  /** Direct read of non-secret internal data (Medium, 6.9). */
  internalDataRead: `${V}/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N`,
  /** Direct limited loss of availability / wide attack surface (Medium, 6.9). */
  limitedAvailability: `${V}/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N`,
  /** Loss of availability under a condition (Medium, 6.3). */
  conditionalAvailability: `${V}/AC:L/AT:P/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N`,
  /** Brand/mail spoofing, third parties harmed (Medium, 6.1). */
  brandSpoofing: `${V}/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:N/SI:H/SA:N`,
  /** Partial mail spoofing (Medium, 5.3). */
  partialSpoofing: `${V}/AC:L/AT:N/PR:N/UI:P/VC:N/VI:N/VA:N/SC:N/SI:L/SA:N`,
  /** Cleartext interception by an on-path attacker (Medium, 6.0). */
  cleartextInterception: `${V}/AC:H/AT:P/PR:N/UI:P/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N`,
  /** Recorded traffic can be decrypted later (Medium, 4.6). */
  recordedDecryption: `${V}/AC:H/AT:P/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N/E:U`,
  /** Full MITM once a user is lured or clicks through (High, 7.6). */
  luredInterception: `${V}/AC:H/AT:P/PR:N/UI:P/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N`,
  /** Read of secrets under a condition (High, 8.2). */
  conditionalSecretRead: `${V}/AC:L/AT:P/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N`,
  /** Direct read of confidential data (High, 8.7). */
  confidentialRead: `${V}/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N`,
  /** Service unusable for a class of clients (High, 8.7). */
  serviceUnusable: `${V}/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N`,
  /** One use of a service, such as its mail, unusable for a class of clients (High, 8.2). */
  partUnusable: `${V}/AC:L/AT:P/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N`,
  /** Usable as a reflector/amplifier against others (High, 7.7). */
  reflector: `${V}/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:H`,
  /** Integrity loss under a condition (route, key) (High, 8.2). */
  conditionalIntegrity: `${V}/AC:L/AT:P/PR:N/UI:N/VC:N/VI:H/VA:N/SC:N/SI:N/SA:N`,
  /** Broken protocol/primitive, on-path (High, 8.3). */
  brokenProtocol: `${V}/AC:H/AT:P/PR:N/UI:N/VC:H/VI:L/VA:N/SC:N/SI:N/SA:N`,
  /** Authenticated-looking forgery (mail, script) (High, 8.3). */
  authenticForgery: `${V}/AC:L/AT:N/PR:N/UI:P/VC:N/VI:H/VA:N/SC:N/SI:H/SA:N`,
  /** Likely exploitable service/version, unproven (High, 7.2). */
  likelyExploitable: `${V}/AC:L/AT:P/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U`,
  /** Cross-site read/write of user data (High, 8.6). */
  crossSiteAccess: `${V}/AC:L/AT:N/PR:N/UI:P/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N`,
  /** Total MITM or key recovery, no user needed (Critical, 9.1). */
  totalInterception: `${V}/AC:H/AT:P/PR:N/UI:N/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N`,
  /** Unauthenticated control of a service (Critical, 9.3). */
  unauthenticatedControl: `${V}/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N`,
  /** Name takeover (web, DNS, mail) (Critical, 9.3). */
  nameTakeover: `${V}/AC:L/AT:N/PR:N/UI:P/VC:H/VI:H/VA:N/SC:H/SI:H/SA:N`,
  /** Secrets exposed that open other systems (Critical, 9.3). */
  secretsExposed: `${V}/AC:L/AT:N/PR:N/UI:N/VC:H/VI:L/VA:N/SC:H/SI:H/SA:N`,
} as const;

/** The name of a vector, as checks and drafts give it. */
export type VectorName = keyof typeof vectors;
