import { tallyOf } from '@perimeter/contract/issue';
import type { CategoryKey } from '@perimeter/contract/category';
import type { Finding, Observation, Severity } from '@perimeter/contract/finding';
import { sampleSections, sectionsOfText } from './sample-sections.ts';
import type { CheckResult, ModuleResult, OutcomeKind, Report } from '@perimeter/contract/report';

const check = (id: string, title: string, outcome: OutcomeKind, count = 0): CheckResult => ({
  id,
  title,
  outcome,
  reason: outcome === 'inconclusive' ? 'The server stopped answering (time-out after 10 s)' : 'As judged',
  findings: count,
});

const moduleOf = (id: string, title: string, category: CategoryKey, checks: CheckResult[]): ModuleResult => ({
  id,
  phase: `phase_${id}`,
  title,
  category,
  checks,
});

const hstsFix = `Send the header on every HTTPS response, errors and redirects included; start with a short \`max-age\` and raise it.

nginx:

\`\`\`nginx
server {
  listen 443 ssl;
  add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;
}
\`\`\`

Apache:

\`\`\`apache
Header always set Strict-Transport-Security "max-age=31536000; includeSubDomains"
\`\`\`

Caddy:

\`\`\`
header Strict-Transport-Security "max-age=31536000; includeSubDomains"
\`\`\``;

const legacyFix = `Accept TLS 1.2 and TLS 1.3 only.

**nginx**

\`\`\`nginx
ssl_protocols TLSv1.2 TLSv1.3;
\`\`\`

**Apache**

\`\`\`apache
SSLProtocol -all +TLSv1.2 +TLSv1.3
\`\`\``;

const remediation = (fix: string): Finding['remediation'] => ({ why: 'Because.', fix, acceptable: 'Never.' });

const legacy = (address: string, index: number): Finding => ({
  id: `fnd_2c9be0${index}`,
  checkId: 'tls-legacy-versions',
  category: 'tls',
  severity: 'high',
  cvss: 8.2,
  cvssVector: 'CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:N/SC:N/SI:N/SA:N',
  confidence: 'confirmed',
  cwe: [327],
  title: 'TLS 1.0 or TLS 1.1 is accepted',
  description: 'The server completed a handshake with TLS 1.0, which was deprecated in 2021 (RFC 8996).',
  affectedUrl: 'https://www.example.org/',
  host: 'www.example.org',
  port: 443,
  address,
  evidence:
    'ServerHello: version 03 01 (TLS 1.0), cipher suite 00 2f TLS_RSA_WITH_AES_128_CBC_SHA\n16 03 01 00 35 02 00 00 31 03 01 5f 0a 77 c1 9d 20 44 6f 77 6e 67 72 61 64 65 64 00 9a 1b 2c 3d 4e 5f',
  fingerprint: `legacy${index}`,
  references: ['https://www.rfc-editor.org/rfc/rfc8996'],
  remediation: remediation(legacyFix),
});

const findings: Finding[] = [
  ...['192.0.2.10', '192.0.2.11', '2001:db8::10', '2001:db8::11'].map(legacy),
  {
    id: 'fnd_91ab44d07be2',
    checkId: 'hsts-missing',
    category: 'http_security',
    severity: 'medium',
    cvss: 6.3,
    cvssVector: 'CVSS:4.0/AV:N/AC:H/AT:P/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N',
    confidence: 'confirmed',
    cwe: [319],
    title: 'Strict-Transport-Security is missing',
    description:
      'The final response over HTTPS has no Strict-Transport-Security header, so a first visit over http:// can be intercepted.',
    affectedUrl: 'https://www.example.org/',
    host: 'www.example.org',
    port: 443,
    address: '192.0.2.10',
    evidence: [
      'HTTP/1.1 200 OK',
      'Server: nginx/1.18.0',
      'Date: Thu, 07 May 2026 10:12:31 GMT',
      'Content-Type: text/html; charset=utf-8',
      `Content-Security-Policy: default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example.net https://analytics.example.com; img-src * data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self' https://login.example.org; report-uri /csp`,
      'Set-Cookie: session=[redacted]; path=/',
      'Vary: Accept-Encoding',
      'X-Powered-By: PHP/7.4.3',
      'Cache-Control: private, no-store',
      'Connection: keep-alive',
    ].join('\n'),
    fingerprint: 'hsts',
    references: ['https://www.rfc-editor.org/rfc/rfc6797'],
    remediation: remediation(hstsFix),
  },
  {
    id: 'fnd_77d0c1b2aa',
    checkId: 'dmarc-policy-none',
    category: 'dns_email',
    severity: 'medium',
    cvss: 5.3,
    cvssVector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:P/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N',
    confidence: 'confirmed',
    cwe: [290],
    title: 'DMARC only watches: forged mail is delivered',
    description: 'The policy is p=none; receivers are asked to deliver mail that fails authentication.',
    affectedUrl: 'https://example.org/',
    host: '_dmarc.example.org',
    port: null,
    address: null,
    evidence: '_dmarc.example.org. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.org"',
    fingerprint: 'dmarc',
    references: ['https://www.rfc-editor.org/rfc/rfc7489'],
    remediation: remediation(
      'Raise the policy once the reports show that your own senders pass.\n\n```\n_dmarc.example.org. TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.org"\n```',
    ),
  },
  {
    id: 'fnd_0d11aa',
    checkId: 'server-version-disclosed',
    category: 'http_security',
    severity: 'low',
    cvss: 2.7,
    cvssVector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N/E:U',
    confidence: 'firm',
    cwe: [200],
    title: 'Server header discloses version',
    description: 'The header names the product with its version, which helps to choose an exploit.',
    affectedUrl: 'https://www.example.org/',
    host: 'www.example.org',
    port: 443,
    address: '192.0.2.10',
    evidence: 'Server: nginx/1.18.0',
    fingerprint: 'server',
    references: [],
    remediation: remediation('Leave the version out.\n\nnginx:\n\n```nginx\nserver_tokens off;\n```'),
  },
];

const observation = (checkId: string, title: string, description: string): Observation => ({
  id: `obs_${checkId}`,
  checkId,
  category: 'tls',
  title,
  description,
  affectedUrl: 'https://www.example.org/',
  host: 'www.example.org',
  port: 443,
  address: '192.0.2.10',
  evidence: '',
  fingerprint: checkId,
  references: [],
});

const count = (applicable: number, concluded: number, passed: number): Report['coverage']['overall'] => ({
  applicable,
  concluded,
  passed,
  concludedPermille: applicable === 0 ? 0 : Math.floor((1000 * concluded) / applicable),
  assuredPermille: applicable === 0 ? 0 : Math.floor((1000 * passed) / applicable),
});

/** A report as an audit would write it: findings of three severities, one of them at four places, and gaps. */
export const sampleReport: Report = {
  id: 'aud_6f1d2c3b-4a59-4e68-8777-9695a4b3c2d1',
  domain: 'example.org',
  status: 'completed',
  score: {
    total: 69,
    grade: 'C',
    gradeStatus: 'final',
    categories: { tls: 61, http_security: 78, dns_email: 82, network: 100 },
    categoryGrades: { tls: 'D', http_security: 'C', dns_email: 'B', network: 'A+' },
    uncapped: 76,
    caps: [{ limit: 69, checkId: 'tls-legacy-versions', reason: 'A high finding is open' }],
    deductions: [
      {
        source: 'tls-legacy-versions',
        kind: 'check',
        category: 'tls',
        title: 'TLS 1.0 or TLS 1.1 is accepted',
        milliPoints: 13_650,
      },
      {
        source: 'hsts-missing',
        kind: 'check',
        category: 'http_security',
        title: 'Strict-Transport-Security is missing',
        milliPoints: 5200,
      },
      {
        source: 'dmarc-policy-none',
        kind: 'check',
        category: 'dns_email',
        title: 'DMARC only watches: forged mail is delivered',
        milliPoints: 3600,
      },
      {
        source: 'server-version-disclosed',
        kind: 'check',
        category: 'http_security',
        title: 'Server header discloses version',
        milliPoints: 1275,
      },
      { source: 'rounding', kind: 'rounding', category: null, title: 'Rounded down to whole points', milliPoints: 275 },
      {
        source: 'tls-legacy-versions',
        kind: 'cap',
        category: null,
        title: 'Capped at 69: a high finding is open',
        milliPoints: 7000,
      },
    ],
    notAPlus: [
      'tls-legacy-versions: TLS 1.0 or TLS 1.1 is accepted',
      'hsts-missing: Strict-Transport-Security is missing, which A+ asks for with at least a year',
      'Two checks could not be judged',
    ],
    policyVersion: '1.0',
  },
  findings,
  schemaVersion: '1.7',
  scanMode: 'standard',
  startedAt: Date.UTC(2026, 4, 7, 10, 12, 3),
  completedAt: Date.UTC(2026, 4, 7, 10, 12, 44),
  engineVersion: '0.1.0',
  severities: { critical: 0, high: 4, medium: 2, low: 1 },
  issues: tallyOf(findings).bySeverity,
  coverage: {
    overall: count(58, 56, 52),
    categories: {
      tls: count(24, 24, 23),
      http_security: count(20, 18, 16),
      dns_email: count(14, 14, 13),
      network: count(0, 0, 0),
    },
    notTested: [
      { what: 'Subdomains', reason: 'This version has no checks for it' },
      { what: 'Exposed services', reason: 'This version has no checks for it' },
      { what: 'cookie-prefix', reason: 'The server stopped answering (time-out after 10 s)' },
      { what: 'coop-missing', reason: 'The server stopped answering (time-out after 10 s)' },
      { what: 'tls-client-renegotiation', reason: 'Deep mode only; this audit was standard' },
      {
        what: 'Request smuggling, password guessing, exploit payloads, HTTP/2 resets, PUT and DELETE, form submission: never done, by design',
        reason: 'Out of scope',
      },
    ],
  },
  outlook: {
    alone: [
      { checkId: 'tls-legacy-versions', total: 83, grade: 'B' },
      { checkId: 'hsts-missing', total: 69, grade: 'C' },
      { checkId: 'dmarc-policy-none', total: 69, grade: 'C' },
      { checkId: 'server-version-disclosed', total: 69, grade: 'C' },
    ],
    steps: [
      { name: 'contain', checkIds: ['tls-legacy-versions'], total: 89, grade: 'B' },
      { name: 'fix', checkIds: ['hsts-missing', 'dmarc-policy-none'], total: 98, grade: 'A' },
      { name: 'harden', checkIds: ['server-version-disclosed'], total: 100, grade: 'A' },
    ],
  },
  modules: [
    moduleOf('tls_configuration', 'TLS configuration', 'tls', [
      check('tls-legacy-versions', 'Only TLS 1.2 and TLS 1.3 are accepted', 'fail', 4),
      check('tls-post-quantum', 'A post-quantum group is offered', 'informational'),
    ]),
    moduleOf('http_headers', 'HTTP headers', 'http_security', [
      check('hsts-missing', 'HTTPS responses set Strict-Transport-Security', 'fail', 1),
      check('server-version-disclosed', 'Server header discloses no version', 'fail', 1),
      check('coop-missing', 'Cross-Origin-Opener-Policy is set', 'inconclusive'),
    ]),
    moduleOf('email_auth', 'E-mail authentication', 'dns_email', [
      check('dmarc-policy-none', 'DMARC asks receivers to act', 'fail', 1),
    ]),
  ],
  observations: [
    observation(
      'tls-post-quantum',
      'No post-quantum group is offered',
      'X25519MLKEM768 was refused; X25519 was chosen.',
    ),
    observation('alpn-offered', 'HTTP/2 is offered', 'ALPN chose h2 of h2 and http/1.1.'),
  ],
  tls: null,
  certificates: null,
  vulnerabilities: null,
  http: null,
  dns: null,
  sections: sampleSections,
};

const scores: Readonly<Record<Severity, number>> = { critical: 9.3, high: 8.2, medium: 5.3, low: 2.1 };

/** One finding per given severity, each of its own issue. */
export const issues = (severities: readonly Severity[]): Finding[] =>
  severities.flatMap((severity, index) =>
    findings.slice(0, 1).map((finding) => ({
      ...finding,
      checkId: `${severity}-${index}`,
      fingerprint: `${severity}-${index}`,
      severity,
      cvss: scores[severity],
    })),
  );

/** Text with control characters, invisible characters and excessive length, as a target may send. */
export const hostileText =
  '\u001b[2J\u001b]0;owned\u0007\r\n\u009b31m \u202egnp.exe\u2066 pay\u200bpal \ud800 ::error::x <script>alert(1)</script> =cmd() | `id` ' +
  `${'例え'.repeat(80)}${'a\u0301'.repeat(50)}${'W'.repeat(300)}`;

/** The sample report with hostile text wherever a target controls the text. */
export const hostileReport: Report = {
  ...sampleReport,
  domain: hostileText,
  findings: sampleReport.findings.map((finding) => ({
    ...finding,
    title: hostileText,
    description: hostileText,
    affectedUrl: hostileText,
    host: hostileText,
    address: hostileText,
    evidence: `${hostileText}\n`.repeat(40),
    remediation: { why: hostileText, fix: `${hostileText}\n\n\`\`\`\n${hostileText}\n\`\`\``, acceptable: hostileText },
  })),
  observations: sampleReport.observations.map((fact) => ({ ...fact, host: hostileText, description: hostileText })),
  score: {
    ...sampleReport.score,
    notAPlus: [hostileText],
    deductions: sampleReport.score.deductions.map((deduction) => ({ ...deduction, title: hostileText })),
  },
  coverage: { ...sampleReport.coverage, notTested: [{ what: hostileText, reason: hostileText }] },
  sections: sectionsOfText(hostileText),
};
