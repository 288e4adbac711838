import { after } from 'node:test';
import { fromAuditId } from '../../audits/audit-id.ts';
import { startEmbedded } from '../../database/embedded/start.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import type { Service } from '../../process/parts.ts';
import { startService } from '../../process/service.ts';
import { addOptOut } from '../../repositories/audits/opt-outs.ts';
import { preparedDirectory } from '../database.ts';
import { secret } from '../metered-service.ts';
import { anotherAccount, type Browser, firstAccount, makeKey } from '../people.ts';
import { testSettings } from '../service.ts';
import type { Viewer } from './scene.ts';
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
      PERIMETER_SIGNUP: 'open',
      PERIMETER_CONCURRENCY: '2',
      PERIMETER_IMPRINT_URL: 'https://example.com/imprint',
      PERIMETER_PRIVACY_URL: 'https://example.com/privacy',
      PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
    }),
    open({ PERIMETER_ANONYMOUS_CREDITS: '0' }),
  ]);
  const holder = await firstAccount(used);
  const [keeper, newcomer] = [await anotherAccount(used, longAddress), await anotherAccount(used, 'new@example.com')];
  await makeKey(holder);
  await keysOf(keeper);
  const ended = await auditsOfStage(holder, keeper);
  const sha256 = await changeStored(database, ended['expired'] ?? '', ended['bad'] ?? '');
  const audits = { ...ended, ...(await unfinishedOfStage(holder)) };
  return { used, fresh, audits, people: { holder, keeper, newcomer }, sha256 };
}
