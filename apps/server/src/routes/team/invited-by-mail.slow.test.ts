import { madeInvitation } from '@perimeter/contract/account/team';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { browser, firstAccount, password } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { smtpServer } from '../../testing/smtp.ts';

const smtp = await smtpServer();
after(smtp.close);
const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_PUBLIC_URL: 'https://perimeter.test',
  PERIMETER_SMTP_URL: smtp.url,
});
const admin = await firstAccount(service);

/** The text of a message, with soft line breaks removed (quoted-printable). */
const readable = (message: string): string => message.replaceAll('=\r\n', '').replaceAll('=3D', '=');

test('with mail only the invited address gets the link, which also admits people while sign-up is closed', async () => {
  const made = await admin.send('POST', '/api/team/invitations', { email: 'guest@example.com', role: 'auditor' });
  assert.equal(made.statusCode, 201, made.body);
  assert.equal(madeInvitation.parse(made.json()).url, null);
  const message = readable(await smtp.next());
  assert.match(message, /^To: guest@example\.com/m);
  const [, token = ''] = /https:\/\/perimeter\.test\/join\/([A-Za-z0-9_-]{43})/.exec(message) ?? [];
  assert.ok(!made.body.includes(token) && token !== '');

  const guest = browser(service, '192.0.2.5');
  const body = { email: 'guest@example.com', password };
  assert.equal(problem.parse((await guest.send('POST', '/api/account', body)).json()).code, 'signup_closed');
  const wrong = await guest.send('POST', '/api/account', { ...body, email: 'first@example.com', invitation: token });
  assert.equal(problem.parse(wrong.json()).code, 'invitation_of_another', 'nobody learns who has an account');
  assert.equal((await guest.send('POST', '/api/account', { ...body, invitation: token })).statusCode, 201);
  assert.equal((await guest.send('POST', '/api/audit/start', { domain: 'confirmed.net' })).statusCode, 202);
});

test('an address gets few messages, however often it is invited', async () => {
  const codes = [];
  for (let n = 0; n < 5; n += 1)
    codes.push((await admin.send('POST', '/api/team/invitations', { email: 'often@example.com' })).statusCode);
  assert.deepEqual(codes, [201, 201, 201, 429, 429]);
});
