import { after } from 'node:test';
import { dayMs } from '@perimeter/protocols/durations';
import { fromAuditId } from '../../audits/audit-id.ts';
import { startEmbedded } from '../../database/embedded/start.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import type { Service } from '../../process/parts.ts';
import { startService } from '../../process/service.ts';
import { addOptOut } from '../../repositories/audits/opt-outs.ts';
import { preparedDirectory } from '../database.ts';
import { secret } from '../metered-service.ts';
import { anotherAccount, type Browser, firstAccount, makeKey } from '../people.ts';
import { invitationFor, joining } from '../teams/joining.ts';
import { testSettings } from '../service.ts';
import type { Viewer } from './scene.ts';
import { addHistory, changeEarlier } from './stage-history.ts';
import { stageRenderer } from './stage-renderer.ts';
import { auditsOfStage, stageEngine, unfinishedOfStage } from './stage-audits.ts';

/** The stage of browser tests: a service in use, one without an account, and the viewers. */
export interface Stage {
  used: Service;
  fresh: Service;
  /** Ids of audits by name. */
  audits: Readonly<Record<string, string>>;
  people: Readonly<Record<Exclude<Viewer, 'nobody'>, Browser>>;
  /** SHA-256 of an issued report. */
  sha256: string;
  /** Paths of share links: the whole report, without evidence and hosts, with answers, and without any answer. */
  links: Readonly<{ whole: string; redacted: string; answered: string; silent: string }>;
  /** Path of an invitation to the keeper's team. */
  invitation: string;
}

const longAddress = `${'a-long-name'.repeat(5)}@${'long-label.'.repeat(15)}example.com`;
const longName = `${'W'.repeat(60)} ${'key of a pipeline '.repeat(2)}`.slice(0, 100);

/** A service whose database the test can change directly. */
async function open(env: Readonly<Record<string, string>>): Promise<{ service: Service; database: Database }> {
  const server = await startEmbedded(await preparedDirectory(), () => undefined);
  const closing: (() => Promise<unknown>)[] = [server.stop];
  after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const { host, user, database: name } = server.connection;
  const url = `postgres://${user}@${encodeURIComponent(host)}/${name}`;
  const database = await openDatabase({ kind: 'url', url }, () => undefined);
  closing.push(database.close);
  const service = await startService(
    testSettings('', { DATABASE_URL: url, PERIMETER_SECRET: secret, ...env }),
    stageEngine(),
    { renderer: stageRenderer() },
  );
  closing.push(service.stop);
  return { service, database };
}

/** Keys of an account that rotates: one of each visible status, with a long name. */
async function keysOf(keeper: Browser): Promise<void> {
  for (const name of [longName, 'ci', 'revoked']) {
    const made = await keeper.send('POST', '/api/keys', { name });
    const { id } = made.json<{ apiKey: { id: string } }>().apiKey;
    if (name === 'ci') await keeper.send('POST', `/api/keys/${id}/rotate`, { grace: '24h' });
    if (name === 'revoked') await keeper.send('DELETE', `/api/keys/${id}`);
  }
}

const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Accepted risks of each visible kind, and share links. */
async function shared(holder: Browser, id: string): Promise<Stage['links']> {
  const waivers = [
    {
      checkId: 'tls-legacy-versions',
      reason: `Old tills need it ${'until the next delivery '.repeat(12)}`,
      expires: dayIn(90),
    },
    { checkId: 'tls-fingerprint', reason: 'Its check had no result', expires: dayIn(60) },
    { checkId: 'js-eol', reason: 'Gone since', expires: dayIn(5) },
  ];
  const owner = 'web-team@example.com';
  for (const waiver of waivers) await holder.send('POST', '/api/waivers', { domain: 'sample.net', owner, ...waiver });
  for (const [index, checkId] of ['cert-expired', 'cookie-session-insecure', 'dns-txt-secret'].entries())
    await holder.send('POST', '/api/waivers', {
      domain: 'bad.lab',
      checkId,
      reason: 'Accepted by the board until the move',
      owner,
      expires: dayIn(5 + 60 * index),
    });
  const link = async (body: object): Promise<string> => {
    const made = await holder.send('POST', `/api/audit/${id}/shares`, body);
    if (made.statusCode !== 201) throw new Error(made.body);
    return new URL(made.json<{ url: string }>().url).pathname;
  };
  return {
    whole: await link({}),
    redacted: await link({ redacted: true }),
    answered: await link({ answers: true }),
    silent: await link({ answers: true, redacted: true }),
  };
}

/** Answers: a sentence, one of maximum length, markup, and a request; one is hidden and one was seen. */
async function answered({ http }: Service, holder: Browser, id: string, path: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const [of, kind, text, name] of [
    ['cert-expired', 'fixed', 'Renewed this morning, the timer of the renewal was off.', 'Jane of the web team'],
    ['cert-expired', 'cannot_reproduce', `${'word '.repeat(60)}${'W'.repeat(200)}`, 'N'.repeat(80)],
    ['cookie-session-insecure', 'compensating_control', '<b>Behind</b> the VPN ![x](y)', ''],
    ['cookie-session-insecure', 'not_ours', 'Hidden by the account', ''],
    ['', '', 'The new certificate is in place.', 'Jane of the web team'],
  ] as const) {
    const url = of === '' ? path : `${path}/checks/${of}`;
    const payload = new URLSearchParams({ kind, text, name }).toString();
    const sent = await http.inject({ method: 'POST', url, headers, payload });
    if (sent.statusCode !== 303) throw new Error(sent.body);
  }
  const list = await holder.send('GET', `/api/audit/${id}/answers`);
  const [, hidden, seen] = list.json<{ answers: { id: string }[] }>().answers;
  await holder.send('PATCH', `/api/audit/${id}/answers/${hidden?.id ?? ''}`, { hidden: true, seen: true });
  await holder.send('PATCH', `/api/audit/${id}/answers/${seen?.id ?? ''}`, { seen: true });
}

/** A domain under proved control with its badge, and one with an unproved claim. */
async function controlled(holder: Browser): Promise<void> {
  for (const domain of ['sample.net', 'unproved.net']) await holder.send('PUT', `/api/controls/${domain}`);
  await holder.send('POST', '/api/controls/sample.net/check');
  const made = await holder.send('PUT', '/api/controls/sample.net/badge');
  if (made.statusCode !== 200) throw new Error(made.body);
}

/** Deletes a report as retention does, and opts a domain out; returns the digest of another report. */
async function changeStored({ db }: Database, expired: string, kept: string): Promise<string> {
  const id = fromAuditId(expired) ?? '';
  await db.deleteFrom('audit_reports').where('audit_id', '=', id).execute();
  await db.updateTable('audits').set({ purged_at: new Date() }).where('id', '=', id).execute();
  await addOptOut(db, 'opted-out.net', 'asked by mail');
  const report = await db
    .selectFrom('audit_reports')
    .select('sha256')
    .where('audit_id', '=', fromAuditId(kept) ?? '')
    .executeTakeFirstOrThrow();
  return report.sha256.toString('hex');
}

/** Opens the whole stage. */
export async function openStage(): Promise<Stage> {
  const [{ service: used, database }, { service: fresh }] = await Promise.all([
    open({
      PERIMETER_SIGNUP: 'unconfirmed',
      PERIMETER_CONCURRENCY: '2',
      PERIMETER_IMPRINT_URL: 'https://example.com/imprint',
      PERIMETER_PRIVACY_URL: 'https://example.com/privacy',
      PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
    }),
    open({ PERIMETER_ANONYMOUS_CREDITS: '0' }),
  ]);
  const holder = await firstAccount(used);
  const [keeper, newcomer] = [await anotherAccount(used, longAddress), await anotherAccount(used, 'new@example.com')];
  const unconfirmed = await anotherAccount(used, 'unconfirmed@example.com');
  await database.db.updateTable('accounts').set({ confirmed_at: null }).where('email', 'like', 'unconf%').execute();
  await makeKey(holder);
  await keysOf(keeper);
  const ended = await auditsOfStage(holder, keeper);
  const sha256 = await changeStored(database, ended['expired'] ?? '', ended['bad'] ?? '');
  await changeEarlier(database, ended['earlier'] ?? '');
  await addHistory(database, ended['latest'] ?? '');
  const audits = { ...ended, ...(await unfinishedOfStage(holder)) };
  await controlled(holder);
  // Shown as ending soon on the page of domains.
  const ending = { domain: 'sample.net', checkId: 'hsts-missing', reason: 'Until the move', owner: 'web-team' };
  await keeper.send('POST', '/api/waivers', { ...ending, expires: dayIn(3) });
  const links = await shared(holder, ended['bad'] ?? '');
  await answered(used, holder, ended['bad'] ?? '', links.answered);
  const member = await joining(used, keeper, `reader.${longAddress}`, 'reader');
  const invitation = `/join/${await invitationFor(keeper, `guest.${longAddress}`, 'auditor')}`;
  await keeper.send('PATCH', '/api/team', { name: `<b>\u202E${'W'.repeat(90)}` });
  const people = { holder, keeper, newcomer, unconfirmed, member };
  return { used, fresh, audits, people, sha256, links, invitation };
}
