import { newShareLink } from '@perimeter/contract/answers/share';
import { teamLog } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { anotherAccount, type Browser, firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';
import { joining } from '../../../testing/teams/joining.ts';

const service = await serviceForTests(goldenEngine(0), { PERIMETER_SIGNUP: 'unconfirmed' });
const { http } = service;
await firstAccount(service);
const admin = await anotherAccount(service, 'owner@example.com');
const reader = await joining(service, admin, 'reads@example.com', 'reader');

const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const page = async (by: Browser, path: string): Promise<string> =>
  (await by.send('GET', path, undefined, { accept: 'text/html' })).body;
const mark = async (by: Browser, newest: string, origin = 'https://perimeter.test') =>
  http.inject({
    method: 'POST',
    url: '/settings/answers',
    headers: { ...type, host: 'perimeter.test', origin, cookie: `__Host-perimeter=${by.cookie()}` },
    payload: new URLSearchParams({ newest }).toString(),
  });

const id = await completedAudit(admin, 'bad.lab');
const made = await admin.send('POST', `/api/audit/${id}/shares`, { answers: true });
const link = new URL(newShareLink.parse(made.json()).url).pathname;
async function answered(text: string): Promise<void> {
  const payload = new URLSearchParams({ kind: 'fixed', text }).toString();
  const sent = await http.inject({ method: 'POST', url: `${link}/checks/cert-expired`, headers: type, payload });
  assert.equal(sent.statusCode, 303, sent.body);
}

test('new answers are counted on every page, and those shown are marked as seen together', async () => {
  assert.doesNotMatch(await page(admin, '/audits'), /\d new<|\(\d+ new\)/);
  await answered('First');
  assert.match(
    await page(admin, '/audits'),
    />1 new<span class="hidden-visually"> (?:<!-- -->)?answer<.*>Answers \(1 new\)</s,
  );
  await answered('Second');
  for (const path of ['/', '/domains', '/settings/keys', `/audits/${id}`])
    assert.match(
      await page(admin, path),
      />2 new<span class="hidden-visually"> (?:<!-- -->)?answers<.*>Answers \(2 new\)</s,
      path,
    );
  assert.match(
    await page(reader, '/audits'),
    />2 new<span class="hidden-visually"> (?:<!-- -->)?answers</,
    'the whole team sees them',
  );
  const stranger = await anotherAccount(service, 'stranger@example.com');
  assert.doesNotMatch(await page(stranger, '/audits'), /\d new</);
  assert.doesNotMatch((await http.inject({ url: link, headers: { accept: 'text/html' } })).body, /\d new</);

  const shown = await page(admin, '/settings/answers');
  const [, newest = ''] = /name="newest" value="(ans_[^"]+)"/.exec(shown) ?? [];
  await answered('Third, while the page was open');
  assert.equal((await mark(admin, newest, 'https://evil.test')).statusCode, 403);
  assert.equal((await mark(stranger, newest)).statusCode, 303, 'nothing of theirs');
  assert.match(await page(admin, '/audits'), />3 new<span class="hidden-visually"> (?:<!-- -->)?answers</);
  assert.equal((await mark(admin, newest)).statusCode, 303);
  assert.match(await page(admin, '/audits'), />1 new<span class="hidden-visually"> (?:<!-- -->)?answer</);
  const { entries } = teamLog.parse((await admin.send('GET', '/api/team/log')).json());
  assert.deepEqual([entries[0]?.action, entries[0]?.detail], ['answer_changed', '2 seen']);
  assert.equal((await mark(admin, newest)).statusCode, 303, 'again, and nothing is new');
  const after = teamLog.parse((await admin.send('GET', '/api/team/log')).json()).entries;
  assert.equal(after[0]?.id, entries[0]?.id);
});

test('a member with the role reader sees new answers but cannot mark them', async () => {
  const shown = await page(reader, '/settings/answers');
  assert.match(shown, /1 new/);
  assert.doesNotMatch(shown, /Mark all as seen/);
  assert.equal((await mark(reader, 'ans_00000000-0000-4000-8000-000000000000')).statusCode, 403);
});

test('an unknown answer marks nothing', async () => {
  for (const newest of ['', 'x', 'ans_', 'ans_00000000-0000-4000-8000-000000000000'])
    assert.ok([303, 404].includes((await mark(admin, newest)).statusCode), newest);
  assert.match(await page(admin, '/audits'), />1 new<span class="hidden-visually"> (?:<!-- -->)?answer</);
});
