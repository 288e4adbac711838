import { teamExamples } from './examples-of-teams.data.ts';

/** A valid request and its answer. */
export interface OperationExample {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | readonly string[]>>;
  body?: unknown;
  status: number;
  answer?: unknown;
}

const auditId = 'aud_6f1f5b52-9d0c-4a57-8f0e-3f1c7f7f9a10';
const keyId = 'key_0c1d8a52-7a43-4f5e-9f0b-2f1f6f4c9b11';
const sessionId = '9f86d081884c7d659a2feaa0c55ad015';
const startedAt = 1_767_225_600_000;
const resetsAt = 1_769_904_000_000;

const account = {
  id: '7d9f1e0a-2b3c-4d5e-8f90-a1b2c3d4e5f6',
  email: 'holder@example.com',
  plan: 'free',
  isAdmin: false,
  isConfirmed: true,
  createdAt: startedAt,
  deletesAt: null,
};
const apiKey = {
  id: keyId,
  name: 'pipeline',
  prefix: 'psa_live_4fTz',
  lastFour: 'x9Qa',
  scopes: ['audit:read', 'audit:write', 'account:read'],
  status: 'active',
  createdAt: startedAt,
  expiresAt: null,
  lastUsedAt: null,
  replacedBy: null,
};
const state = {
  id: auditId,
  domain: 'your-domain.net',
  status: 'in_progress',
  currentPhase: 'phase_tls_configuration',
  percentComplete: 40,
  elapsedMs: 4_200,
  phasesCompleted: 1,
  phasesTotal: 2,
  summary: { checksExecuted: 9, findingsCount: 1 },
};
const phases = {
  id: auditId,
  status: 'in_progress',
  phases: [
    {
      phase: 'phase_tls_configuration',
      title: 'TLS configuration',
      state: 'finished',
      checks: 44,
      findings: 0,
      checksJudged: 41,
      checksInconclusive: 0,
      elapsedMs: 4_100,
    },
    {
      phase: 'phase_http_headers',
      title: 'HTTP headers',
      state: 'running',
      checks: 22,
      findings: null,
      checksJudged: null,
      checksInconclusive: null,
      elapsedMs: null,
    },
  ],
  findings: [],
  next: 17,
};
const pillar = { score: 96, status: 'pass' };
const target = {
  domain: 'your-domain.net',
  score: 94,
  uncapped: 94,
  grade: 'A',
  pillars: { tls: pillar, http: { score: 84, status: 'warn' }, dns: pillar, network: { score: 95, status: 'unknown' } },
  severities: { critical: 0, high: 0, medium: 1, low: 2 },
  issues: { critical: 0, high: 0, medium: 1, low: 1 },
  scanMode: 'standard',
  policyVersion: '2.0.0',
  completedAt: startedAt,
};
const comparison = {
  targetA: target,
  targetB: { ...target, domain: 'other-domain.net', score: 88, uncapped: 88, grade: 'B' },
  delta: 6,
  lead: 'your-domain.net',
  tieBreak: null,
  policyChanged: false,
  findings: {
    onlyInA: [],
    onlyInB: [
      {
        checkId: 'hsts-missing',
        category: 'http_security',
        title: 'Strict-Transport-Security is missing',
        severity: 'medium',
        host: '@',
        port: 443,
        countA: 0,
        countB: 1,
      },
    ],
    inBoth: [],
  },
};
const codes = { recoveryCodes: ['4f7k-9x2m-qw3e-r5t8', '0c1d-8a52-7a43-4f5e'] };
const passkeyId = '3b9aca00-7a43-4f5e-9f0b-2f1f6f4c9b11';
const passkey = { id: passkeyId, name: 'laptop', createdAt: startedAt, lastUsedAt: null, isSynced: true };
const credential = { id: 'b2Zfc29tZWJvZHk', rawId: 'b2Zfc29tZWJvZHk', type: 'public-key', clientExtensionResults: {} };
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';
const newPasskey = { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } };
const passkeyAnswer = {
  ...credential,
  response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDx' },
};
const challenge = 'T2YgdGhpcnR5LXR3byByYW5kb20gb2N0ZXRzLCBvbmNl';
const creation = {
  challenge,
  rp: { id: 'perimeter.example', name: 'Perimeter' },
  user: { id: 'fZ8eCis8TV6PkKGyw9Tl9g', name: 'holder@example.com', displayName: 'holder@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
const proof = { currentPassword: 'four words of a holder', code: '287082' };
const batch = {
  id: 'batch_5a0e6a52-7a43-4f5e-9f0b-2f1f6f4c9b11',
  status: 'running',
  pausedBecause: null,
  scanMode: 'standard',
  createdAt: startedAt,
  endedAt: null,
  total: 2,
  waiting: 2,
  started: 0,
  refused: 0,
  ended: 0,
};
const byBatch = { id: batch.id };
const byAudit = { id: auditId };
const byDomain = { domain: 'your-domain.net' };
const policyVersion = '2.0.0';
const domains = {
  domains: [
    {
      domain: 'your-domain.net',
      tags: ['vendor'],
      owner: 'Jane of the web team',
      note: '',
      auditId,
      completedAt: startedAt,
      scanMode: 'standard',
      authority: false,
      score: 84,
      grade: 'B',
      gradeStatus: 'final',
      policyVersion,
      severities: { critical: 0, high: 0, medium: 1, low: 2 },
      issues: { critical: 0, high: 0, medium: 1, low: 1 },
      uncapped: 84,
      concludedPermille: 1000,
      deadline: { kind: 'certificate', at: startedAt + 2_592_000_000 },
      findingsCount: 3,
      reportAvailable: true,
      change: 2,
      scores: [{ auditId, completedAt: startedAt, total: 84, policyVersion }],
    },
  ],
  total: 1,
  tags: ['vendor'],
  nextCursor: null,
};
const historic = {
  id: auditId,
  completedAt: startedAt,
  scanMode: 'standard',
  authority: false,
  score: 84,
  grade: 'B',
  policyVersion,
};
const changes = {
  domain: 'your-domain.net',
  from: historic,
  to: historic,
  policyChanged: false,
  sameKind: true,
  new: [],
  newlySeen: [],
  worse: [],
  better: [],
  gone: [],
  noLongerApplies: [],
  notAnswered: [],
  still: [],
  inventory: [
    { kind: 'mx', name: 'your-domain.net', before: ['10 mx1.your-domain.net'], after: ['10 mx2.your-domain.net'] },
  ],
};
/** A future date, because waivers must end in the future whenever the example runs. */
const inAQuarter = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
const waiver = {
  id: 'wvr_2c9d1e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f',
  domain: 'your-domain.net',
  fingerprint: null,
  checkId: 'hsts-missing',
  host: null,
  severity: 'medium',
  reason: 'Clients without HTTPS until the migration',
  owner: 'web-team@your-domain.net',
  expires: inAQuarter,
  createdAt: startedAt,
};
const share = {
  id: 'shr_8d1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b',
  redacted: true,
  answers: true,
  createdAt: startedAt,
  expiresAt: startedAt + 30 * 86_400_000,
};
const answer = {
  id: 'ans_3b0c9a52-6d1e-4f7a-9c3b-2e5d8f1a7b60',
  auditId,
  domain: 'your-domain.net',
  shareId: share.id,
  kind: 'fixed',
  checkId: 'cert-expired',
  text: 'Renewed this morning, the timer of the renewal was off.',
  name: 'Jane of the web team',
  createdAt: startedAt + 86_400_000,
  seen: false,
  hidden: false,
};
const byAnswer = { ...byAudit, answerId: answer.id };
const byWaiver = { id: waiver.id };
const control = {
  domain: 'your-domain.net',
  state: 'held',
  token: `perimeter-control=${'8mTq'.repeat(8)}`,
  record: '_perimeter-control.your-domain.net',
  file: 'https://your-domain.net/.well-known/perimeter-control.txt',
  how: 'dns',
  provedAt: startedAt,
  checkedAt: startedAt,
  lapsesAt: startedAt + 14 * 86_400_000,
  badge: `https://perimeter.example/badge/${'5Kq1x'.repeat(5).slice(0, 22)}.svg`,
};
const newKey = { key: `psa_live_${'4fTz'.repeat(10)}7Qa1x9QaZZ`.slice(0, 58), apiKey };

/** By method and path. */
export const examples: Readonly<Record<string, OperationExample>> = {
  ...teamExamples,
  'post /api/audit/start': {
    body: { domain: 'your-domain.net', scanMode: 'standard' },
    status: 202,
    answer: { id: auditId, domain: 'your-domain.net', status: 'queued', startedAt, phasesTotal: 2 },
  },
  'get /api/audit/{id}': { path: byAudit, status: 200, answer: state },
  'delete /api/audit/{id}': { path: byAudit, status: 409 },
  'get /api/audit/{id}/report': { path: byAudit, status: 200 },
  'get /api/audit/{id}/report/pdf': { path: byAudit, status: 200 },
  'post /api/verify': { body: { id: 'not a report' }, status: 200 },
  'get /api/audit/{id}/events': {
    path: byAudit,
    status: 200,
    answer: `retry: 2000\n\nid: 4\ndata: ${JSON.stringify(state)}\n\n`,
  },
  'get /api/audit/{id}/phases': { path: byAudit, status: 200, answer: phases },
  'post /api/audit/{id}/outlook': {
    path: byAudit,
    body: { checkIds: ['cert-expired', 'hsts-missing'] },
    status: 200,
    answer: {
      id: auditId,
      policyVersion: '1.16.0',
      total: 86,
      grade: 'B',
      gradeStatus: 'final',
      categories: { tls: 93, http_security: 84, dns_email: 96, network: 95 },
      steps: [
        { name: 'contain', checkIds: ['cert-expired'], total: 78, grade: 'C' },
        { name: 'fix', checkIds: ['hsts-missing'], total: 86, grade: 'B' },
      ],
    },
  },
  'get /api/audit/{id}/waivers': {
    path: byAudit,
    status: 200,
    answer: {
      id: auditId,
      domain: 'your-domain.net',
      policyVersion: '1.16.0',
      score: { total: 84, grade: 'B' },
      scoreWithWaivers: {
        total: 88,
        grade: 'B',
        gradeStatus: 'final',
        categories: { tls: 93, http_security: 84, dns_email: 96, network: 95 },
      },
      waivers: [{ ...waiver, effect: 'applied', findings: 1, grownTo: null, expiresSoon: false }],
      waived: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  'get /api/waivers': { query: { domain: 'your-domain.net' }, status: 200, answer: { waivers: [waiver] } },
  'get /api/waivers.yml': { query: { domain: 'your-domain.net' }, status: 200 },
  'post /api/waivers': {
    body: {
      domain: 'your-domain.net',
      checkId: 'hsts-missing',
      reason: 'Clients without HTTPS until the migration',
      owner: 'web-team@your-domain.net',
      expires: inAQuarter,
    },
    status: 201,
    answer: waiver,
  },
  'patch /api/waivers/{id}': {
    path: byWaiver,
    body: { expires: inAQuarter },
    status: 200,
    answer: waiver,
  },
  'delete /api/waivers/{id}': { path: byWaiver, status: 204 },
  'patch /api/audit/{id}': { path: byAudit, body: { private: true }, status: 200 },
  'post /api/audit/{id}/shares': {
    path: byAudit,
    body: { expiresInDays: 30, redacted: true, answers: true },
    status: 201,
    answer: { url: `https://perimeter.example/s/${'5Kq1'.repeat(11).slice(0, 43)}`, share },
  },
  'get /api/audit/{id}/shares': { path: byAudit, status: 200, answer: { shares: [share] } },
  'delete /api/audit/{id}/shares/{shareId}': { path: { ...byAudit, shareId: share.id }, status: 204 },
  'get /api/answers': {
    query: { limit: '10' },
    status: 200,
    answer: { answers: [answer], unseen: 1, nextCursor: null },
  },
  'get /api/audit/{id}/answers': { path: byAudit, status: 200, answer: { answers: [answer], unseen: 1 } },
  'patch /api/audit/{id}/answers/{answerId}': {
    path: byAnswer,
    body: { seen: true, hidden: true },
    status: 200,
    answer: { ...answer, seen: true, hidden: true },
  },
  'delete /api/audit/{id}/answers/{answerId}': { path: byAnswer, status: 204 },
  'get /api/audits': { query: { limit: '10' }, status: 200 },
  'get /api/domains': { query: { sort: 'worst', limit: '50' }, status: 200, answer: domains },
  'get /api/domains/{domain}/audits': { path: byDomain, query: { limit: '10' }, status: 200 },
  'get /api/domains/{domain}/changes': { path: byDomain, status: 200, answer: changes },
  'get /api/domains.csv': { query: { q: 'tag:vendor' }, status: 200 },
  'get /api/audit/{id}/changes': { path: byAudit, status: 200, answer: changes },
  'patch /api/domains': {
    body: { domains: [{ domain: 'your-domain.net', owner: 'Jane of the web team', was: { owner: '' } }] },
    status: 200,
    answer: { changed: ['your-domain.net'], left: [] },
  },
  'patch /api/domains/{domain}': {
    path: byDomain,
    body: { owner: 'Jane of the web team' },
    status: 200,
    answer: { domain: 'your-domain.net', owner: 'Jane of the web team', note: '' },
  },
  'put /api/domains/{domain}/tags': {
    path: byDomain,
    body: { tags: ['vendor'] },
    status: 200,
    answer: { tags: ['vendor'] },
  },
  'delete /api/domains/{domain}': { path: byDomain, status: 204 },
  'get /api/controls': { status: 200, answer: { controls: [control] } },
  'put /api/controls/{domain}': {
    path: byDomain,
    status: 200,
    answer: { ...control, state: 'asked', how: null, provedAt: null, checkedAt: null, lapsesAt: null, badge: null },
  },
  'post /api/controls/{domain}/check': { path: byDomain, status: 200, answer: { ...control, badge: null } },
  'put /api/controls/{domain}/badge': { path: byDomain, status: 200, answer: control },
  'delete /api/controls/{domain}/badge': { path: byDomain, status: 204 },
  'delete /api/controls/{domain}': { path: byDomain, status: 204 },
  'get /api/compare': {
    query: { targetA: 'your-domain.net', targetB: 'other-domain.net' },
    status: 200,
    answer: comparison,
  },
  'get /api/compare/many': { query: { domain: ['your-domain.net', 'other-domain.net'] }, status: 200 },
  'post /api/batches/check': { body: { text: 'domain\nyour-domain.net\nhttps://other-domain.net/' }, status: 200 },
  'post /api/batches': {
    body: { domains: ['your-domain.net', 'other-domain.net'], scanMode: 'standard' },
    status: 201,
    answer: batch,
  },
  'get /api/batches': { status: 200, answer: { batches: [batch] } },
  'get /api/batches/{id}': { path: byBatch, status: 200, answer: { ...batch, items: [] } },
  'get /api/batches/{id}/results.csv': { path: byBatch, status: 200 },
  'delete /api/batches/{id}': { path: byBatch, status: 200, answer: { ...batch, status: 'cancelled' } },
  'post /api/batches/{id}/resume': { path: byBatch, status: 409 },
  'get /api/checks': { status: 200 },
  'get /api/usage/ledger': {
    query: { limit: '10' },
    status: 200,
    answer: {
      days: [{ day: '2026-01-01', used: 3 }],
      entries: [
        {
          id: '7',
          at: startedAt,
          credits: 1,
          reason: 'started',
          by: { kind: 'key', keyId, name: 'pipeline' },
          auditId,
          domain: 'your-domain.net',
          scanMode: 'standard',
          status: 'completed',
          score: 94,
          grade: 'A',
        },
      ],
      nextCursor: null,
    },
  },
  'get /api/usage': {
    status: 200,
    answer: {
      used: 3,
      limit: 50,
      remaining: 47,
      isAuthenticated: true,
      subscriptionStatus: 'free',
      resetsAt,
      plan: 'free',
      unlimited: false,
    },
  },
  'post /api/account': {
    body: { email: 'holder@example.com', password: 'four words of a holder' },
    status: 201,
    answer: { account, signup: 'open' },
  },
  'get /api/administration/status': {
    status: 200,
    answer: {
      queue: { waiting: 2, running: 4, oldestWaitingSeconds: 12, endedLastHour: 80 },
      versions: {
        engine: '0.1.0',
        scoringPolicy: '2.1.0',
        node: '24.21.0',
        database: '18.4',
        schema: '0030-security-events',
      },
      lists: [{ name: 'Roots', date: '2026-11-20', isOld: false }],
    },
  },
  'post /api/accounts/disable': {
    body: { email: 'somebody@example.com' },
    status: 200,
    answer: { ...account, email: 'somebody@example.com', disabledAt: startedAt },
  },
  'post /api/accounts/enable': {
    body: { email: 'somebody@example.com' },
    status: 200,
    answer: { ...account, email: 'somebody@example.com', disabledAt: null },
  },
  'get /api/accounts': {
    query: { q: 'holder' },
    status: 200,
    answer: { accounts: [{ ...account, disabledAt: null, hasSecondFactor: true, creditsUsed: 3 }], next: null },
  },
  'post /api/accounts/plan': {
    body: { email: 'somebody@example.com', plan: 'pro' },
    status: 200,
    answer: { ...account, email: 'somebody@example.com', plan: 'pro', disabledAt: null },
  },
  'post /api/opt-outs': { body: { domain: 'opted-out.net', reason: 'The owner asked by mail' }, status: 204 },
  'get /api/opt-outs': {
    status: 200,
    answer: {
      optOuts: [
        {
          domain: 'opted-out.net',
          listedAs: 'opted-out.net',
          reason: 'The owner asked by mail',
          createdAt: startedAt,
        },
      ],
    },
  },
  'delete /api/opt-outs': { body: { domain: 'opted-out.net' }, status: 204 },
  'get /api/account': { status: 200, answer: { ...account, pendingEmail: null, privateByDefault: false } },
  'patch /api/account': {
    body: { currentPassword: 'four words of a holder', email: 'holder@example.org' },
    status: 200,
    answer: { ...account, pendingEmail: 'holder@example.org', privateByDefault: false },
  },
  'patch /api/account/settings': {
    body: { privateByDefault: true },
    status: 200,
    answer: { ...account, pendingEmail: null, privateByDefault: true },
  },
  'post /api/account/email/confirm': { body: { token: 'from-the-link-that-was-sent' }, status: 204 },
  'post /api/account/confirmation': { status: 202 },
  'get /api/account/export': { status: 200 },
  'delete /api/account': {
    body: { currentPassword: 'four words of a holder' },
    status: 202,
    answer: { deletesAt: startedAt + 7 * 86_400_000 },
  },
  'post /api/account/keep': { status: 200 },
  'post /api/account/password-reset': { body: { email: 'holder@example.com' }, status: 202 },
  'post /api/account/password-reset/confirm': {
    body: { token: 'from-the-link-that-was-sent', newPassword: 'four other words of a holder' },
    status: 204,
  },
  'get /api/account/second-factor': {
    status: 200,
    answer: { enabledAt: null, passkeys: 0, recoveryCodesLeft: 0, isRequired: false },
  },
  'post /api/account/second-factor': { body: { currentPassword: 'four words of a holder' }, status: 201 },
  'post /api/account/second-factor/confirm': { body: { code: '287082' }, status: 200, answer: codes },
  'post /api/account/second-factor/recovery-codes': { body: proof, status: 200, answer: codes },
  'delete /api/account/second-factor': { body: proof, status: 204 },
  'get /api/account/activity': {
    status: 200,
    answer: {
      events: [
        {
          id: '42',
          at: startedAt,
          kind: 'logged_in',
          network: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
          detail: 'passkey',
        },
      ],
      nextCursor: null,
      keptDays: 90,
    },
  },
  'get /api/account/passkeys': { status: 200, answer: { passkeys: [passkey] } },
  'post /api/account/passkeys/options': {
    body: { currentPassword: 'four words of a holder' },
    status: 201,
    answer: creation,
  },
  'post /api/account/passkeys': {
    body: { name: 'laptop', answer: newPasskey },
    status: 201,
    answer: { passkey, ...codes },
  },
  'patch /api/account/passkeys/{id}': {
    path: { id: passkeyId },
    body: { name: 'laptop' },
    status: 200,
    answer: passkey,
  },
  'delete /api/account/passkeys/{id}': { path: { id: passkeyId }, body: proof, status: 204 },
  'post /api/session/passkey/options': { status: 201, answer: { challenge, rpId: 'perimeter.example' } },
  'post /api/session/passkey': { body: { passkey: passkeyAnswer }, status: 200, answer: { account, signup: 'closed' } },
  'post /api/session': {
    body: { email: 'holder@example.com', password: 'four words of a holder' },
    status: 200,
    answer: { account, signup: 'open' },
  },
  'get /api/session': { status: 200, answer: { account, signup: 'open' } },
  'delete /api/session': { status: 204 },
  'get /api/sessions': {
    status: 200,
    answer: {
      sessions: [
        {
          id: sessionId,
          userAgent: 'Firefox',
          network: '192.0.2.7',
          createdAt: startedAt,
          lastUsedAt: startedAt,
          expiresAt: resetsAt,
          isCurrent: true,
        },
      ],
    },
  },
  'delete /api/sessions': { query: { except: 'current' }, status: 204 },
  'delete /api/sessions/{id}': { path: { id: sessionId }, status: 204 },
  'get /api/keys': { status: 200, answer: { keys: [apiKey], credits: { limit: 50, isSharedWithBrowser: true } } },
  'post /api/keys': {
    body: { name: 'pipeline', scopes: ['audit:read', 'audit:write', 'account:read'] },
    status: 201,
    answer: newKey,
  },
  'post /api/keys/{id}/rotate': { path: { id: keyId }, body: { grace: '24h' }, status: 201, answer: newKey },
  'delete /api/keys/{id}': { path: { id: keyId }, status: 204 },
};
