import { waiver as waiverSchema } from '@perimeter/contract/waiver/waiver';
import { dayMs } from '@perimeter/protocols/durations';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { takeEndingWaivers } from '../../repositories/sharing/ending-waivers.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { smtpServer } from '../../testing/smtp.ts';
import { announceEndings } from './ending-risks.ts';
import { makeMailer, type Message } from '../../mail/mailer.ts';

const now = Date.now();
const dayIn = (days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10);
const smtp = await smtpServer();
after(smtp.close);
const { db, http, account, call } = await meteredService(deterministicEngine(1));

const sent: Message[] = [];
const tell = async (send = async (message: Message): Promise<void> => void sent.push(message), nowMs = now) =>
  announceEndings({
    db,
    nowMs: () => nowMs,
    linkOrigin: () => 'https://perimeter.test',
    mailer: { delivers: true, send, close: () => undefined },
  });

const holder = await account();
const accept = async (domain: string, days: number): Promise<string> => {
  const answer = await http.inject({
    method: 'POST',
    url: '/api/waivers',
    headers: holder.headers,
    payload: { domain, checkId: 'hsts-missing', reason: 'Until\nthe move', owner: 'web', expires: dayIn(days) },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return waiverSchema.parse(answer.json()).id;
};

test('one message lists all risks that end within 14 days, once per end date', async () => {
  const soon = await accept('soon.net', 14);
  await accept('sooner.net', 1);
  await accept('later.net', 15);
  await assert.rejects(
    tell(async () => Promise.reject(new Error('no mail server'))),
    /no mail server/,
  );
  assert.equal(await tell(), 1, 'what was not sent is sent later');
  const [message] = sent;
  assert.equal(message?.subject, '2 accepted risks end soon');
  const text = message?.text ?? '';
  for (const part of [
    `${dayIn(1)}  sooner.net  hsts-missing`,
    `${dayIn(14)}  soon.net  hsts-missing`,
    'Until the move',
    'https://perimeter.test/settings/accepted',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  assert.ok(text.indexOf('sooner.net') < text.indexOf('soon.net  '), 'what ends first comes first');
  assert.ok(!text.includes('later.net'));
  assert.equal(await tell(), 0, 'told before');

  assert.equal((await call(holder, 'PATCH', `/api/waivers/${soon}`, { expires: dayIn(10) })).statusCode, 200);
  assert.equal(await tell(), 1, 'another end');
  assert.equal(sent.at(-1)?.subject, 'An accepted risk ends in 10 days');
  assert.equal(await tell(undefined, now + dayMs), 1, 'a day later, the third');
  assert.match(sent.at(-1)?.text ?? '', /later\.net/);
});

test('disabled, unconfirmed and leaving accounts get no message, and two processes do not send twice', async () => {
  const update = async (values: { disabled_at?: Date | null; confirmed_at?: Date | null }): Promise<void> => {
    await db.updateTable('accounts').set(values).where('id', '=', String(holder.accountId)).execute();
  };
  await accept('quiet.net', 3);
  await update({ disabled_at: new Date() });
  assert.equal(await tell(), 0);
  await update({ disabled_at: null, confirmed_at: null });
  assert.equal(await tell(), 0);
  await update({ confirmed_at: new Date() });
  const taken = await Promise.all([takeEndingWaivers(db, now), takeEndingWaivers(db, now)]);
  assert.equal(taken.flat().length, 1);
});

test('the message is sent by SMTP', async () => {
  await accept('smtp.net', 2);
  const mailer = makeMailer({ smtpUrl: smtp.url, from: 'perimeter@perimeter.test' }, http.log);
  assert.equal(await announceEndings({ db, nowMs: () => now, linkOrigin: () => 'https://perimeter.test', mailer }), 1);
  const received = await smtp.next();
  assert.match(received, /Subject: An accepted risk ends in 2 days/);
  assert.match(received, /smtp\.net {2}hsts-missing/);
  mailer.close();
});
