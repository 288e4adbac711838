import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHttp } from '../bare-server.ts';
import { isSafe } from './access.ts';
import { accessTable } from './table.data.ts';
import { addAccessTable } from './table.ts';

const bare = (table: typeof accessTable) => {
  const http = createHttp(false, false);
  addAccessTable(http, table);
  return http;
};

test('a route without a row stops the start', () => {
  const http = bare({ 'GET /known': { kind: 'open' } });
  http.get('/known', async () => '');
  assert.throws(() => http.get('/forgotten', async () => ''), /no row for GET \/forgotten/);
  assert.throws(() => http.post('/known', async () => ''), /no row for POST \/known/);
});

test("the row of the table overrides the route's own configuration", async () => {
  const http = bare({ 'POST /made': { kind: 'session', scope: 'team:admin', logs: 'key_created' } });
  let seen: unknown[] = [];
  http.addHook('onRequest', (request, _reply, done) => {
    const { access, logs } = request.routeOptions.config;
    seen = [access, logs];
    done();
  });
  http.post('/made', { config: { access: { kind: 'open' } } }, async () => '');
  await http.inject({ method: 'POST', url: '/made' });
  assert.deepEqual(seen, [{ kind: 'session', scope: 'team:admin' }, 'key_created']);
});

/** Routes that change nothing of a team, or write their own log lines. */
const unlogged = new Set([
  'POST /api/audit/:id/outlook',
  'POST /api/verify',
  'POST /api/batches/check',
  'PATCH /api/team',
  'PATCH /api/team/members/:id',
  'DELETE /api/team/members/:id',
  'POST /api/team/invitations',
  'DELETE /api/team/invitations/:id',
  'POST /settings/team',
  'POST /settings/team/leave',
  'POST /settings/team/switch',
  'POST /join/:token',
]);

test("every route that changes a team's data is in the team's log", () => {
  for (const [name, row] of Object.entries(accessTable)) {
    const [method = ''] = name.split(' ');
    const isOfTeam = 'scope' in row && !isSafe(method);
    assert.equal(row.logs !== undefined, isOfTeam && !unlogged.has(name), name);
  }
});
