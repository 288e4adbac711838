/** One request that works, and what it is answered. */
export interface OperationExample {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
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
  createdAt: startedAt,
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
  grade: 'A',
  pillars: { tls: pillar, http: { score: 84, status: 'warn' }, dns: pillar, network: { score: 95, status: 'unknown' } },
  severities: { critical: 0, high: 0, medium: 1, low: 2 },
  issues: { critical: 0, high: 0, medium: 1, low: 1 },
  scanMode: 'standard',
  completedAt: startedAt,
};
const comparison = {
  targetA: target,
  targetB: { ...target, domain: 'other-domain.net', score: 88, grade: 'B' },
  delta: 6,
  lead: 'your-domain.net',
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
const byAudit = { id: auditId };
const newKey = { key: `psa_live_${'4fTz'.repeat(10)}7Qa1x9QaZZ`.slice(0, 58), apiKey };

/** By method and path. */
export const examples: Readonly<Record<string, OperationExample>> = {
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
  'get /api/audits': { query: { limit: '10' }, status: 200 },
  'get /api/compare': {
    query: { targetA: 'your-domain.net', targetB: 'other-domain.net' },
    status: 200,
    answer: comparison,
  },
  'get /api/checks': { status: 200 },
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
    },
  },
  'post /api/account': {
    body: { email: 'holder@example.com', password: 'four words of a holder' },
    status: 201,
    answer: { account, signup: 'open' },
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
  'delete /api/account': { body: { currentPassword: 'four words of a holder' }, status: 204 },
  'post /api/account/password-reset': { body: { email: 'holder@example.com' }, status: 202 },
  'post /api/account/password-reset/confirm': {
    body: { token: 'from-the-link-that-was-sent', newPassword: 'four other words of a holder' },
    status: 204,
  },
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
  'get /api/keys': { status: 200, answer: { keys: [apiKey] } },
  'post /api/keys': {
    body: { name: 'pipeline', scopes: ['audit:read', 'audit:write', 'account:read'] },
    status: 201,
    answer: newKey,
  },
  'post /api/keys/{id}/rotate': { path: { id: keyId }, body: { grace: '24h' }, status: 201, answer: newKey },
  'delete /api/keys/{id}': { path: { id: keyId }, status: 204 },
};
