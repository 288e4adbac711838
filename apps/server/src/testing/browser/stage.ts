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

/** What pages are looked at on: a service that has been used, one that nobody has set up, and who looks. */
export interface Stage {
  used: Service;
  fresh: Service;
  /** Ids of audits by what they are. */
  audits: Readonly<Record<string, string>>;
  people: Readonly<Record<Exclude<Viewer, 'nobody'>, Browser>>;
  /** SHA-256 of a report that was issued. */
  sha256: string;
  /** Paths of links that show a report: whole, without evidence and hosts, with answers, and one that nobody has answered. */
  links: Readonly<{ whole: string; redacted: string; answered: string; silent: string }>;
  /** Path of the link of an invitation to the team with long names. */
  invitation: string;
}

const longAddress = `${'a-long-name'.repeat(5)}@${'long-label.'.repeat(15)}example.com`;
const longName = `${'W'.repeat(60)} ${'key of a pipeline '.repeat(2)}`.slice(0, 100);

/** A service on a database that can be changed behind its back. */
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

/** Keys as somebody has them who rotates: one of each status that shows, with a long name. */
async function keysOf(keeper: Browser): Promise<void> {
  for (const name of [longName, 'ci', 'revoked']) {
    const made = await keeper.send('POST', '/api/keys', { name });
    const { id } = made.json<{ apiKey: { id: string } }>().apiKey;
    if (name === 'ci') await keeper.send('POST', `/api/keys/${id}/rotate`, { grace: '24h' });
    if (name === 'revoked') await keeper.send('DELETE', `/api/keys/${id}`);
  }
}

const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Risks that an account accepted, one of each kind that shows, and links that show a report. */
async function shared(holder: Browser, id: string): Promise<Stage['links']> {
  const waivers = [
    {
      checkId: 'tls-legacy-versions',
      reason: `Old tills need it ${'until the next delivery '.repeat(12)}`,
      expires: dayIn(90),
    },
    { checkId: 'coop-missing', reason: 'Its check had no result', expires: dayIn(60) },
    { checkId: 'never-run', reason: 'Gone since', expires: dayIn(5) },
  ];
  const owner = 'web-team@example.com';
  for (const waiver of waivers) await holder.send('POST', '/api/waivers', { domain: 'sample.net', owner, ...waiver });
  for (const [index, checkId] of ['cert-expired', 'cookie-session-insecure', 'never-run'].entries())
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

/** What the other side says: a sentence, as much as there is room for, markup, and a wish; one is hidden and one was seen. */
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

/** A domain that an account controls, with its badge, and one that it has still to prove. */
async function controlled(holder: Browser): Promise<void> {
  for (const domain of ['sample.net', 'unproved.net']) await holder.send('PUT', `/api/controls/${domain}`);
  await holder.send('POST', '/api/controls/sample.net/check');
  const made = await holder.send('PUT', '/api/controls/sample.net/badge');
  if (made.statusCode !== 200) throw new Error(made.body);
}

/** The report of an audit is deleted after its time, and a domain's owner has opted out; the digest of another report. */
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

/** Opens everything that pages are looked at on. */
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
  // Announced on the page of domains.
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
