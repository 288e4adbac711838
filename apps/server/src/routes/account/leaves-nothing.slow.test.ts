import { accountExport } from '@perimeter/contract/account/export';
import { batch } from '@perimeter/contract/batch';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { resumeErasures } from '../../jobs/erase-account.ts';
import { findAccountByEmail } from '../../repositories/accounts/accounts.ts';
import { completedAudit } from '../../testing/completed-audit.ts';
import { readZip } from '../../testing/documents/read-zip.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { anotherAccount, type Browser, firstAccount, makeKey, password } from '../../testing/people.ts';
import { invitationFor, joining } from '../../testing/teams/joining.ts';

const { engine } = heldEngine();
const service = await meteredService(
  { ...engine, findProof: async () => 'dns' },
  { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_RATE_LIMITS: 'off' },
);
const { db, http } = service;
await firstAccount(service);

const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);

/** An account that has used every feature and belongs to another account's team. */
async function wholeAccount(email: string): Promise<{ holder: Browser; id: string; secrets: string[] }> {
  const [local = ''] = email.split('@');
  const at = `@${local}.example`;
  const host = await anotherAccount(service, `host${at}`);
  const holder = await anotherAccount(service, email);
  const id = (await findAccountByEmail(db, email))?.id ?? '';
  const sent = async (...[method, path, body, headers]: Parameters<Browser['send']>) => {
    const answer = await holder.send(method, path, body, headers);
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`);
    return answer;
  };
  const { key } = await makeKey(holder);
  const domain = `${local}.net`;
  const audit = await completedAudit(holder, domain);
  await sent('POST', '/api/audit/start', { domain, authority: true }, { 'idempotency-key': email });
  const link = new URL(
    (await sent('POST', `/api/audit/${audit}/shares`, { answers: true })).json<{ url: string }>().url,
  );
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  await http.inject({ method: 'POST', url: link.pathname, headers: type, payload: 'text=Moved&name=Jane' });
  await sent('POST', '/api/waivers', {
    domain,
    checkId: 'hdr-xfo-invalid',
    reason: 'Agreed',
    owner: email,
    expires: soon,
  });
  await sent('PATCH', `/api/domains/${domain}`, { owner: email, note: `Ask ${email}` });
  await sent('PUT', `/api/domains/${domain}/tags`, { tags: ['shop'] });
  await sent('PUT', `/api/controls/${domain}`);
  await sent('POST', `/api/controls/${domain}/check`);
  await sent('PUT', `/api/controls/${domain}/badge`);
  for (let n = 0; n < 22; n += 1) {
    const { id: made } = batch.parse((await sent('POST', '/api/batches', { domains: [`held-${n}.${domain}`] })).json());
    if (n > 0) await sent('DELETE', `/api/batches/${made}`);
    // The first one goes on, so its audit would start between two looks at the account.
    else while (batch.parse((await sent('GET', `/api/batches/${made}`)).json()).waiting > 0) await sleep(20);
  }
  await sent('POST', '/api/account/second-factor', { currentPassword: password });
  await sent('POST', '/api/audit/start', { domain: `held.${domain}` });
  const invitation = await invitationFor(holder, `invited${at}`, 'reader');
  await joining(service, holder, `member${at}`, 'reader');
  const token = await invitationFor(host, email, 'auditor');
  await sent('POST', '/api/invitations/accept', { token });
  await invitationFor(host, `again${at}`, 'reader');
  await sent('PUT', '/api/session/team', { teamId: id });
  await http.inject({ method: 'POST', url: '/api/account/password-reset', payload: { email } });
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from accounts where id = ${id}`.execute(db);
  return {
    holder,
    id,
    secrets: [key, link.pathname.split('/').at(-1) ?? '', invitation, token, holder.cookie(), rows[0]?.hash ?? ''],
  };
}

test('the export contains everything, including teams, invitations, notes, all batches and the whole log, and no secrets', async () => {
  const email = 'exports@example.com';
  const { holder, secrets } = await wholeAccount(email);
  const answer = await holder.send('GET', '/api/account/export?format=json');
  const file = accountExport.parse(answer.json());
  for (const [name, list] of Object.entries(file))
    if (Array.isArray(list) && name !== 'passkeys') assert.ok(list.length > 0, `${name} is empty`);
  assert.deepEqual(
    file.teams.map(({ title, role }) => [title, role]),
    [
      [email, 'admin'],
      ['host@exports.example', 'auditor'],
    ],
  );
  assert.deepEqual(
    file.invitations.map((one) => [one.email, one.role]),
    [['invited@exports.example', 'reader']],
  );
  assert.equal(file.domains.find(({ domain }) => domain === 'exports.net')?.note, `Ask ${email}`);
  assert.equal(file.batches.length, 22);
  assert.deepEqual(
    file.members.map((member) => member.email),
    [email, 'member@exports.example'],
  );
  assert.equal(file.teamLog.at(-1)?.action, 'key_created', 'to its first line');
  for (const secret of secrets) {
    assert.notEqual(secret, '');
    assert.ok(!answer.body.includes(secret), secret);
  }

  const archive = await holder.send('GET', '/api/account/export');
  assert.match(
    String(archive.headers['content-disposition']),
    /^attachment; filename="perimeter-account-[\d-]{10}\.zip"$/,
  );
  assert.equal(archive.headers['content-type'], 'application/zip');
  const files = readZip(archive.rawPayload);
  const { audits, account, exportedAt: _at, format: _format, ...lists } = file;
  assert.deepEqual(JSON.parse(files.get('account.json') ?? '').account, account);
  // Uses of keys and sessions are written down once a minute, which may be between the two files.
  const unused = (key: string, value: unknown): unknown => (key === 'lastUsedAt' ? null : value);
  for (const [name, list] of Object.entries(lists)) {
    const [inArchive, inFile] = [files.get(`${name}.json`) ?? '', JSON.stringify(list)];
    assert.deepEqual(JSON.parse(inArchive, unused), JSON.parse(inFile, unused), name);
  }
  for (const { id, ...audit } of audits)
    assert.deepEqual(JSON.parse(files.get(`audits/${id}.json`) ?? ''), { id, ...audit }, id);
  const log = files.get('log.csv')?.trimEnd().split('\r\n') ?? [];
  assert.equal(log.length, file.teamLog.length + 1);
  assert.match(log[1] ?? '', /^"\d{4}-[^"]+Z","person","member@exports\.example","member_joined"/u);
  const ended = file.teamLog.filter(({ action }) => action === 'batch_cancelled').map(({ targetName }) => targetName);
  assert.deepEqual(
    ended,
    Array.from({ length: 21 }, (_, n) => `held-${21 - n}.exports.net`),
  );
  assert.match(
    log.find((line) => line.includes('"share_made"')) ?? '',
    /"share_made","aud_[^"]+","","exports\.net"$/u,
    'an id and its name',
  );
  const about = files.get('README.txt') ?? '';
  for (const name of files.keys())
    assert.ok(name === 'README.txt' || about.includes(`\n${name.replace(/^audits\/.*/u, 'audits/')} `), name);
  for (const text of files.values()) for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  assert.equal((await holder.send('GET', '/api/account/export?format=pdf')).statusCode, 400);
});

/** All rows of all tables that contain one of these texts, by table. */
async function tracesOf(texts: readonly string[]): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  assert.ok(tables.length > 30);
  const found: Record<string, string[]> = {};
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(`${schema}.${name}`)} as t
      where to_jsonb(t)::text like any (${texts.map((text) => `%${text}%`)}::text[])`.execute(db);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('a week after its deletion no table contains anything of an account, except what the documentation names', async () => {
  const email = 'leaves-nothing@example.com';
  const { holder, id } = await wholeAccount(email);
  const before = await tracesOf([id, email]);
  for (const table of [
    'accounts',
    'audits',
    'team_log',
    'api_keys',
    'share_links',
    'share_answers',
    'waivers',
    'batches',
  ])
    assert.ok(table in before, `the walk sees ${table}`);
  // Otherwise the other members would keep this account's team.
  const members = (await holder.send('GET', '/api/team')).json<{ members: { id: string; isYou: boolean }[] }>().members;
  for (const member of members.filter(({ isYou }) => !isYou))
    assert.equal((await holder.send('DELETE', `/api/team/members/${member.id}`)).statusCode, 204);
  assert.equal((await holder.send('DELETE', '/api/account', { currentPassword: password })).statusCode, 202);
  await sql`update accounts set leaves_at = now() - interval '1 minute' where id = ${id}`.execute(db);
  await resumeErasures({ db, queue: { enqueue: async () => undefined } });
  const left = await tracesOf([id, email]);
  const columns = Object.entries(left).flatMap(([name, rows]) =>
    rows.flatMap((row) =>
      Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(row)))
        .filter(([, value]) => JSON.stringify(value).includes(id) || JSON.stringify(value).includes(email))
        .map(([column, value]) => `${name}.${column}: ${String(value).replace(id, '(id)')}`),
    ),
  );
  // Only the account's id remains, for the ledger and for complaints, and its actions in the other account's team.
  assert.deepEqual(
    [...new Set(columns)].toSorted(),
    [
      'audits.authority_by: account:(id)',
      'authority_statements.stated_by: account:(id)',
      'credit_entries.owner: account:(id)',
      `team_log.actor_name: ${email}`,
      'team_log.actor_id: (id)',
      `team_log.target: ${email}`,
    ].toSorted(),
  );
});
