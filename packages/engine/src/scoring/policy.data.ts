import { categoryKey, type CategoryKey } from '@perimeter/contract/category';
import { type GradeBand, gradeBands } from '@perimeter/contract/grade';

/** A ceiling on the total under a condition; that of a circumstance applies to its category too. */
export type CapRule =
  | {
      when: 'check-failed';
      checkIds: readonly string[];
      /** Only findings with at least this score count; default: all. */
      cvss?: number;
      /** Only confirmed findings count; default: all. */
      confirmed?: true;
      limit: number;
      reason: string;
    }
  | { when: 'cvss-at-least'; confidence: 'confirmed' | 'firm'; cvss: number; limit: number; reason: string }
  | { when: 'assured-below'; permille: number; limit: number; reason: string }
  | {
      when: 'category-assured-below';
      categories: readonly CategoryKey[];
      /** Minimum number of applicable checks; none if absent. */
      fewest?: number;
      permille: number;
      limit: number;
      reason: string;
    }
  | {
      when: 'circumstance';
      circumstance: Circumstance;
      /** The category that is limited too; default: only the total. */
      category?: CategoryKey;
      limit: number;
      reason: string;
    };

/**
 * What no check states, but the evidence does. `http-only`: http:// answers, and every address refuses port 443;
 * `answer-too-large`: every address answers in TLS with more than browsers read; `open-address`: TLS was judged at one
 * address, and another that may serve visitors could not be judged; `unseen-address`: such an address, a failed lookup of addresses, or a
 * further host of the site that is silent as a whole; `web-refused`: the domain has addresses, and all of them
 * refuse ports 80 and 443; `document-unread`: the document of the site was not read whole, or is the error of a server that fails;
 * `stand-in`: every web response is a server error, or the document is a parking page.
 */
export type Circumstance =
  | 'http-only'
  | 'answer-too-large'
  | 'open-address'
  | 'unseen-address'
  | 'web-refused'
  | 'document-unread'
  | 'stand-in';

/** Everything that turns outcomes into a score. Changing a number here changes grades: raise the version. */
export interface ScoringPolicy {
  /** Semantic version: major, any score may change; minor, checks or caps were added; patch, texts. */
  version: string;
  weights: Record<CategoryKey, number>;
  /** Penalty points are floor(penaltyFactor * (10 * cvss)^2 * confidence / 10^6). */
  penaltyFactor: number;
  confidencePercent: Record<'confirmed' | 'firm' | 'potential', number>;
  /** A check's maximum share of its category, however many instances it has. */
  maxCheckPenalty: number;
  grades: readonly GradeBand[];
  caps: readonly CapRule[];
  /** Circumstances in which a category counts at most its passed share, and is not assessed below notAssessedBelowPermille of it. */
  provedOnly: readonly { circumstance: Circumstance; category: CategoryKey }[];
  /** Circumstances in which a category counts as 0: the host has nothing of it. */
  without: readonly { circumstance: Circumstance; category: CategoryKey }[];
  /** Required protections: hidden answers count as missing. Faults must be seen. */
  owed: readonly string[];
  /** Confirmed failures of these checks keep visitors or mail out: they come first, whatever their severity. */
  outages: readonly { checkIds: readonly string[]; cvss?: number }[];
  /** Checks with one root cause: of the failing ones in a group, only the one with the highest penalty counts. */
  groups: readonly (readonly string[])[];
  /**
   * A+ besides its points: the first checks must not fail or stay open; the host must not hide the answers to `shown`, which every visitor,
   * sender or resolver gets, and whose failure is an issue of medium severity or higher; `unless`
   * names what may hide any issue; these categories must have been judged.
   */
  aPlus: {
    checks: readonly string[];
    shown: readonly string[];
    unless: readonly { circumstance: Circumstance; reason: string }[];
    categories: readonly CategoryKey[];
    assuredPermille: number;
  };
  /** Below this share of concluded checks, over all or in a category that applies, the grade is provisional. */
  provisionalBelowPermille: number;
  /** Below this share, overall and in every larger category, there is no score. */
  insufficientBelowPermille: number;
  /** With fewer applicable checks in a category the passed share is meaningless: an unsigned zone has one. */
  fewestForShare: number;
  /** A category with a lower passed share counts as a share of the mean of the others. */
  neutralBelowPermille: number;
  /** That share: less than documents without any protection get, because a wall may hide worse. */
  neutralSharePermille: number;
  /** An applicable category with a lower concluded share is not assessed. */
  notAssessedBelowPermille: number;
}

/** The current policy. */
export const policy: ScoringPolicy = {
  version: '4.1.0',
  weights: { tls: 30, http_security: 25, dns_email: 20, network: 25 },
  penaltyFactor: 60,
  confidencePercent: { confirmed: 100, firm: 60, potential: 30 },
  maxCheckPenalty: 95,
  grades: gradeBands,
  without: [{ circumstance: 'http-only', category: 'tls' }],
  provedOnly: [{ circumstance: 'document-unread', category: 'http_security' }],
  caps: [
    {
      when: 'circumstance',
      circumstance: 'http-only',
      category: 'tls',
      limit: 39,
      reason: 'The site has no HTTPS: every address refuses port 443',
    },
    {
      when: 'check-failed',
      checkIds: ['https-missing'],
      limit: 39,
      reason: 'The site has no HTTPS',
    },
    {
      when: 'check-failed',
      checkIds: ['dns-ns-unregistered', 'dns-ns-provider-unclaimed'],
      confirmed: true,
      limit: 39,
      reason: 'Others can take over the domain through its name servers',
    },
    {
      when: 'check-failed',
      checkIds: ['page-thirdparty-dead'],
      // Only critical ones: a matching hash excludes foreign code.
      cvss: 9,
      confirmed: true,
      limit: 39,
      reason: 'Others can register a domain whose code runs in the page',
    },
    {
      when: 'check-failed',
      checkIds: ['sub-takeover-cname', 'sub-cname-unregistered', 'sub-ns-unclaimed', 'sub-acme-delegation'],
      confirmed: true,
      limit: 39,
      reason: 'Others can take over a name below the domain',
    },
    {
      // Settings without a credential have a lower score.
      when: 'check-failed',
      checkIds: [
        'file-git-credentials',
        'file-env',
        'file-cloud-credentials',
        'file-private-key',
        'file-db-dump',
        'file-iac-state',
        'admin-unauthenticated',
      ],
      cvss: 9,
      confirmed: true,
      limit: 39,
      reason: 'The site gives away credentials or data',
    },
    {
      // Consoles that only show data have a lower score.
      when: 'check-failed',
      checkIds: [
        'svc-redis-noauth',
        'svc-mongodb-noauth',
        'svc-elasticsearch-noauth',
        'svc-webdb-open',
        'svc-docker-api',
        'svc-devtool-open',
        'svc-ai-open',
        'svc-vnc-noauth',
        'svc-x11-adb',
      ],
      cvss: 9,
      confirmed: true,
      limit: 39,
      reason: 'An open service gives strangers data or control',
    },
    {
      when: 'circumstance',
      circumstance: 'answer-too-large',
      category: 'tls',
      limit: 49,
      reason: 'Browsers cannot connect: the TLS handshake is larger than they accept',
    },
    {
      when: 'check-failed',
      checkIds: ['tls-sslv2', 'tls-sslv3', 'tls-null-anon-export', 'tls-no-modern'],
      limit: 49,
      reason: 'Broken protocols or cipher suites offer no protection',
    },
    {
      when: 'check-failed',
      checkIds: [
        'cert-untrusted',
        'cert-self-signed',
        'cert-name-mismatch',
        'cert-expired',
        'cert-revoked',
        'cert-distrusted-ca',
        'cert-eku-no-serverauth',
        'cert-sig-md5',
        'cert-sig-sha1',
        'cert-key-broken',
        'cert-key-short',
      ],
      limit: 49,
      reason: 'Browsers reject the certificate',
    },
    {
      // Violations that only strict clients reject have a lower score.
      when: 'check-failed',
      checkIds: ['cert-constraints-wrong'],
      cvss: 4,
      limit: 49,
      reason: 'Browsers reject the certificate',
    },
    {
      // Sets that visitors do not need, such as MX and TXT, and denials have a lower score.
      when: 'check-failed',
      checkIds: [
        'dnssec-ds-no-dnskey',
        'dnssec-rrsig-missing',
        'dnssec-rrsig-expired',
        'dnssec-rrsig-invalid',
        'dnssec-denial-broken',
        'dnssec-alias-bogus',
      ],
      cvss: 8.5,
      limit: 49,
      reason: 'DNSSEC validation fails: users of validating resolvers cannot reach the domain',
    },
    {
      when: 'cvss-at-least',
      confidence: 'confirmed',
      cvss: 9,
      limit: 49,
      reason: 'Confirmed critical finding',
    },
    {
      // These faults can compromise whole organizations: no C with them.
      when: 'check-failed',
      checkIds: [
        'svc-smb',
        'svc-rdp-no-nla',
        'svc-ics',
        'svc-ipmi',
        'svc-memcached',
        'svc-coordination-open',
        'svc-queue-open',
      ],
      cvss: 7,
      confirmed: true,
      limit: 64,
      reason: 'Strangers reach a service of the internal network',
    },
    {
      // The best score of a D: probably as bad as an F, but unproved.
      when: 'cvss-at-least',
      confidence: 'firm',
      cvss: 9,
      limit: 64,
      reason: 'Critical finding that is likely, and not confirmed',
    },
    {
      when: 'cvss-at-least',
      confidence: 'confirmed',
      cvss: 7,
      limit: 79,
      reason: 'Confirmed high-severity finding',
    },
    {
      // A title or a version suffices for a C: what it points to is confirmed or ruled out in a minute, by the owner.
      when: 'cvss-at-least',
      confidence: 'firm',
      cvss: 7,
      limit: 79,
      reason: 'High-severity finding that is likely, and not confirmed',
    },
    {
      // The same as a confirmed high finding at that address: only an F is lower.
      when: 'circumstance',
      circumstance: 'open-address',
      limit: 79,
      reason: 'An address of the site could not be judged',
    },
    {
      // A substitute for a site proves nothing about it: never a B.
      when: 'circumstance',
      circumstance: 'stand-in',
      limit: 79,
      reason: 'No site was there to judge',
    },
    {
      when: 'check-failed',
      checkIds: [
        'tls-1-0',
        'tls-1-1',
        'tls-rc4',
        'tls-3des-idea',
        'tls-dh-weak',
        'tls-no-forward-secrecy',
        'tls-no-aead',
        'vuln-logjam',
      ],
      limit: 89,
      reason: 'Obsolete TLS is enabled',
    },
    {
      when: 'check-failed',
      checkIds: ['http-no-redirect'],
      limit: 89,
      reason: 'HTTP is not redirected to HTTPS',
    },
    {
      when: 'check-failed',
      checkIds: ['dns-axfr-open'],
      limit: 89,
      reason: 'Anybody can download the zone',
    },
    {
      // Below this score the policy is in force despite an error.
      when: 'check-failed',
      checkIds: ['dmarc-missing', 'dmarc-multiple', 'dmarc-syntax', 'dmarc-policy-none'],
      cvss: 4,
      limit: 96,
      reason: 'No DMARC policy is enforced',
    },
    {
      // Sites that browsers do not render have a lower score.
      when: 'check-failed',
      checkIds: ['hsts-missing', 'hsts-invalid', 'hsts-disabled'],
      cvss: 4,
      limit: 96,
      reason: 'HSTS is not in force',
    },
    {
      when: 'check-failed',
      checkIds: ['csp-missing', 'csp-report-only', 'csp-unparsable', 'csp-script-unrestricted'],
      limit: 96,
      reason: 'No Content Security Policy restricts scripts',
    },
    {
      when: 'assured-below',
      permille: 750,
      limit: 89,
      reason: 'Less than 75 % of applicable checks (weighted) passed',
    },
    {
      when: 'category-assured-below',
      categories: ['tls'],
      permille: 500,
      limit: 64,
      reason: 'Less than 50 % of applicable TLS checks (weighted) passed',
    },
    {
      when: 'category-assured-below',
      categories: ['http_security', 'dns_email', 'network'],
      fewest: 5,
      permille: 500,
      limit: 89,
      reason: 'Less than 50 % of the applicable checks of a category (weighted) passed',
    },
  ],
  owed: [
    'spf-missing',
    'spf-mailless-open',
    'dkim-none',
    'dmarc-missing',
    'smtp-no-starttls',
    'mtasts-missing',
    'mtasts-policy-unavailable',
    'tlsrpt-missing',
    'dane-smtp-missing',
    'dnssec-unsigned',
    'caa-missing',
    'tls-1-3-missing',
    'tls-pq-missing',
    'hsts-missing',
    'csp-missing',
    'hdr-clickjacking',
    'hdr-nosniff',
    'ip6-web-missing',
  ],
  outages: [
    {
      // Browsers do not let visitors through.
      checkIds: [
        'cert-untrusted',
        'cert-self-signed',
        'cert-name-mismatch',
        'cert-expired',
        'cert-revoked',
        'cert-distrusted-ca',
        'cert-eku-no-serverauth',
        'tls-no-modern',
      ],
    },
    {
      // Names do not resolve, or senders must not deliver; with a lower score this applies to some of them.
      checkIds: [
        'dns-delegation-broken',
        'dnssec-ds-no-dnskey',
        'dnssec-rrsig-missing',
        'dnssec-rrsig-expired',
        'dnssec-rrsig-invalid',
        'dnssec-denial-broken',
        'dnssec-alias-bogus',
        'dnssec-mx-zone-bogus',
        'mtasts-mx-uncovered',
        'mtasts-mx-cert-bad',
      ],
      cvss: 8.5,
    },
    { checkIds: ['mx-unreachable'] },
  ],
  groups: [
    // Credentials in a repository have no second penalty for the repository.
    ['file-git', 'file-git-credentials'],
    ['tls-1-0', 'tls-1-1', 'vuln-beast'],
    // A weakly signed zone weighs no more than an unsigned one.
    [
      'dnssec-unsigned',
      'dnssec-island',
      'dnssec-algorithm-deprecated',
      'dnssec-algorithm-not-recommended',
      'dnssec-algorithm-unsupported',
      'dnssec-ds-digest-weak',
      'dnssec-rsa-key-short',
      'dnssec-rrsig-too-long',
      'dnssec-missing-alg-signature',
      'dnssec-nsec3-iterations',
      'dnssec-nsec3-iterations-high',
      // Senders ignore TLSA records of an unsigned zone: they weigh no more than the missing signature.
      'dane-unsigned',
    ],
    // Faults of one record weigh no more than its absence.
    [
      'spf-missing',
      'spf-multiple',
      'spf-syntax',
      'spf-too-many-lookups',
      'spf-void-lookups',
      'spf-mx-ptr-limit',
      'spf-broad-range',
      'spf-neutral',
      'spf-softfail',
      'spf-ptr',
      'spf-include-broken',
      'spf-loop',
      'spf-size',
      'spf-mailless-open',
    ],
    ['dkim-none', 'dkim-key-short', 'dkim-sha1-only', 'dkim-record-invalid', 'dkim-testing'],
    [
      'dmarc-missing',
      'dmarc-wrong-place',
      'dmarc-multiple',
      'dmarc-syntax',
      'dmarc-policy-none',
      'dmarc-subdomain-weak',
      'dmarc-np-weak',
      'dmarc-testing',
      'dmarc-pct-partial',
      'dmarc-no-rua',
      'dmarc-rua-invalid',
      'dmarc-rua-unauthorised',
    ],
    // Weak TLS weighs no more than mail in plaintext.
    [
      'smtp-no-starttls',
      'smtp-starttls-broken',
      'smtp-starttls-injection',
      'smtp-tls-obsolete-only',
      'smtp-tls-obsolete-offered',
      'smtp-ciphers-broken',
      'smtp-cert-expired',
    ],
    // Authentication of mail servers, and reports on it; faults that stop mail have separate checks and penalties.
    [
      'mtasts-missing',
      'mtasts-record-invalid',
      'mtasts-policy-unavailable',
      'mtasts-policy-invalid',
      'mtasts-not-enforcing',
      'mtasts-max-age-short',
      'mtasts-mx-uncovered',
      'dane-smtp-missing',
      'dane-parameters',
      'tlsrpt-missing',
      'tlsrpt-invalid',
    ],
    // An unmaintained library often has known flaws too.
    ['js-vulnerable-high', 'js-vulnerable-medium', 'js-vulnerable-low', 'js-eol'],

    // Cookies that reach a name open to takeover have that name as their cause.
    ['sub-takeover-cname', 'sub-cname-unregistered', 'sub-cookie-takeover-chain'],
    // A host without HTTPS, and the effect of HSTS on it.
    ['sub-no-https', 'sub-hsts-conflict'],
    // A weak header weighs no more than a missing one.
    [
      'hsts-missing',
      'hsts-invalid',
      'hsts-disabled',
      'hsts-short',
      'hsts-no-subdomains',
      'hsts-redirect-hop',
      'hsts-preload-ineligible',
    ],
    // Framing: an ignored X-Frame-Options weighs no more than a missing one.
    ['hdr-clickjacking', 'hdr-xfo-invalid'],
    // A faulty redirect weighs no more than a missing one.
    ['http-no-redirect', 'http-redirect-first-hop', 'http-redirect-client-side'],
    // Several missing attributes of a session cookie weigh as one; a rejected cookie does not exist.
    ['cookie-session-insecure', 'cookie-session-insecure-hsts', 'cookie-set-over-http'],
    // A policy with holes weighs no more than a missing one.
    [
      'csp-missing',
      'csp-report-only',
      'csp-unparsable',
      'csp-script-unrestricted',
      'csp-unsafe-inline',
      'csp-wildcard-script',
      'csp-nonce-static',
      'csp-nonce-weak',
      'csp-allowlist-bypass',
      'csp-unsafe-eval',
      'csp-object-src',
      'csp-base-uri',
      'csp-form-action',
      'csp-http-source',
      'csp-strict-dynamic-orphan',
      'csp-syntax',
      'csp-meta-misplaced',
    ],
  ],
  aPlus: {
    checks: [
      'tls-1-3-missing',
      'hsts-missing',
      // Low where clients do not render, and still without a policy in force.
      'hsts-invalid',
      'hsts-disabled',
      'hsts-short',
      'hsts-no-subdomains',
      'csp-missing',
      'csp-report-only',
      'csp-unparsable',
      'csp-script-unrestricted',
      'dnssec-unsigned',
      'dnssec-island',
      // Validators treat the zone as unsigned.
      'dnssec-algorithm-unsupported',
      'dmarc-missing',
      'dmarc-policy-none',
      // Receivers apply less than the policy says, or none of it.
      'dmarc-testing',
      'dmarc-pct-partial',
      'spf-missing',
      'spf-multiple',
      'spf-syntax',
      'spf-too-many-lookups',
      'spf-mailless-open',
    ],
    // Not the tests to which silence is the best answer, such as Heartbleed, a zone transfer or a foreign origin.
    shown: [
      'cert-untrusted',
      'cert-self-signed',
      'cert-name-mismatch',
      'cert-expired',
      'cert-chain-incomplete',
      'dane-https',
      'tls-no-modern',
      'https-www-broken',
      'dns-delegation-broken',
      'dns-cname-at-apex',
      'dns-txt-secret',
      'ip-bogon',
      'dnssec-ds-no-dnskey',
      'dnssec-rrsig-missing',
      'dnssec-rrsig-expired',
      'dnssec-rrsig-invalid',
      'dnssec-denial-broken',
      'dnssec-mx-zone-bogus',
      'dnssec-alias-bogus',
      'spf-pass-all',
      'spf-neutral',
      'spf-include-broken',
      'spf-include-unregistered',
      'spf-loop',
      'dkim-selector-dangling',
      'dmarc-multiple',
      'dmarc-syntax',
      'dmarc-subdomain-weak',
      'mail-report-unregistered',
      'mx-no-address',
      'mx-unreachable',
      'smtp-no-starttls',
      'smtp-starttls-broken',
      'smtp-tls-obsolete-only',
      'smtp-auth-cleartext',
      'dane-mismatch',
      'dane-lookup-fails',
      'mtasts-mx-uncovered',
      'mtasts-mx-cert-bad',
    ],
    unless: [
      { circumstance: 'unseen-address', reason: 'Not every address of the site was judged' },
      { circumstance: 'document-unread', reason: 'The document of the site was not read whole' },
    ],
    categories: categoryKey.options,
    assuredPermille: 950,
  },
  provisionalBelowPermille: 750,
  insufficientBelowPermille: 500,
  fewestForShare: 5,
  neutralBelowPermille: 500,
  neutralSharePermille: 350,
  notAssessedBelowPermille: 500,
};
