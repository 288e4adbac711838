import { auditStarted, auditState } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { runAdmin } from './run.ts';

let env: Record<string, string>;
let service: ServiceProcess;

before(async () => {
  env = {
    PERIMETER_DATA_DIR: await preparedDirectory(),
    PERIMETER_SECRET: 'a secret that all processes of a test share',
    PERIMETER_LOG_LEVEL: 'info',
    TEST_PHASE_MS: '1',
  };
  service = await startProcess(env);
});
after(async () => service.end('SIGKILL'));

async function admin(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const code = await runAdmin(args, { env, readInput: async () => '', print: say, complain: say });
  return { code, lines };
}

async function send(path: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: service.url, cookie };
  return fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('commands work while the service runs on its own embedded database, and take effect at once', async () => {
  assert.deepEqual(await admin('opt-out', 'add', 'owner.net', 'asked', 'to'), {
    code: 0,
    lines: ['owner.net and all its subdomains are no longer audited'],
  });
  const refused = await send('/api/audit/start', { domain: 'www.owner.net' });
  assert.equal(problem.parse(await refused.json()).code, 'domain_opted_out');
  assert.equal((await admin('opt-out', 'remove', 'owner.net')).code, 0);
  assert.equal((await send('/api/audit/start', { domain: 'owner.net' })).status, 202);
});

test('the log holds neither private domains nor audit ids, but references by which an operator finds the audit', async () => {
  const setupToken = /setup token: (\S+)/.exec(service.printed())?.[1];
  assert.ok(
    service.printed().includes(`${service.url}/setup#token=${setupToken}`),
    'the token is printed with the address that takes it',
  );
  const made = await send('/api/account', { email: 'one@example.com', password: 'four words of a holder', setupToken });
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const started = await send('/api/audit/start', { domain: 'very-private.net', private: true }, cookie);
  const { id } = auditStarted.parse(await started.json());
  const lines = (): string[] => service.logged().split('\n');
  const isUnderWay = new Set(['queued', 'in_progress']);
  const status = async (): Promise<string> => {
    const answer = await fetch(`${service.url}/api/audit/${id}`, { headers: { cookie, prefer: 'wait=5' } });
    return auditState.parse(await answer.json()).status;
  };
  // Audits of other tests write the same log line, so poll the status of this audit instead.
  while (isUnderWay.has(await status()));
  await fetch(`${service.url}/api/audit/${id}/report`, { headers: { cookie, 'x-request-id': 'callers-own-id' } });
  while (!service.logged().includes('/api/audit/:id/report')) await sleep(20);
  assert.ok(!service.logged().includes('very-private'));
  assert.ok(!service.logged().includes(id.slice(4)));
  const answered = lines().find((line) => line.includes('/api/audit/:id/report')) ?? '';
  assert.match(answered, /"callersRequestId":"callers-own-id"/);
  assert.doesNotMatch(answered, /"requestId":"callers-own-id"/);
  const ref = /"auditRef":"([0-9a-f]{12})"/.exec(answered)?.[1] ?? '';
  const found = await admin('find-audit', ref);
  assert.equal(found.code, 0);
  assert.match(found.lines.join('\n'), new RegExp(`^${id}  very-private\\.net  completed  started `));
  assert.equal((await admin('find-audit', '000000000000')).code, 1);
  assert.equal((await admin('find-audit', 'x')).code, 2);
});

test('a request with a cookie and without Origin is refused, and the answer says what to send', async () => {
  const signedIn = await send('/api/session', { email: 'one@example.com', password: 'four words of a holder' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { 'content-type': 'application/json', cookie };
  const refused = await fetch(`${service.url}/api/audit/start`, {
    method: 'POST',
    headers,
    body: '{"domain":"a.net"}',
  });
  const told = problem.parse(await refused.json());
  assert.equal(told.code, 'forbidden_origin');
  assert.match(told.detail ?? '', /^Send the Origin header of this service, such as Origin: http/);
});
