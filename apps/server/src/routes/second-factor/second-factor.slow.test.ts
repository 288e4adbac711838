import { newSecondFactor, recoveryCodes, secondFactor } from '@perimeter/contract/account/second-factor';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { anotherAccount, type Browser, browser, firstAccount, password } from '../../testing/people.ts';

const { db, http, setupToken } = await meteredService(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const service = { http, setupToken };
await firstAccount(service);

const stepMs = 30_000;
/** A frozen clock, so that codes do not change during a test. */
beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }));
afterEach(() => mock.timers.reset());

const path = '/api/account/second-factor';
const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const signIn = async (email: string, code?: string) =>
  browser(service).send('POST', '/api/session', { email, password, ...(code === undefined ? {} : { code }) });

/** Codes of an authenticator application, by the number of time steps from now. */
const codesOf = (secret: string) => (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });

async function begin(holder: Browser): Promise<(steps: number) => string> {
  const answer = await holder.send('POST', path, { currentPassword: password });
  assert.equal(answer.statusCode, 201, answer.body);
  const { secret, uri, qr } = newSecondFactor.parse(answer.json());
  assert.match(uri, new RegExp(`^otpauth://totp/Perimeter.*secret=${secret}`));
  assert.match(qr.path, /^(M\d+ \d+h1v1h-1z)+$/);
  return codesOf(secret);
}

/** An account with a second factor whose previous code is used up; with its recovery codes. */
async function enrolled(email: string): Promise<{ holder: Browser; code: (n: number) => string; spare: string[] }> {
  const holder = await anotherAccount(service, email);
  const code = await begin(holder);
  // Confirm with the code of the previous step, so that the current one is still unused.
  const confirmed = await holder.send('POST', `${path}/confirm`, { code: code(-1) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  return { holder, code, spare: recoveryCodes.parse(confirmed.json()).recoveryCodes };
}

test('no code is required until one was confirmed; a wrong one does not enable the factor', async () => {
  const holder = await anotherAccount(service, 'slow@example.com');
  assert.equal(codeOf(await holder.send('POST', `${path}/confirm`, { code: '000000' })), 'second_factor_missing');
  await begin(holder);
  assert.equal(codeOf(await holder.send('POST', `${path}/confirm`, { code: 'not-a-code' })), 'second_factor_failed');
  assert.equal((await signIn('slow@example.com')).statusCode, 200);
  assert.equal(secondFactor.parse((await holder.send('GET', path)).json()).enabledAt, null);
});

test('logging in requires password and code; each code works once, within one step of drift', async () => {
  const { holder, code } = await enrolled('holder@example.com');
  assert.equal(codeOf(await signIn('holder@example.com')), 'second_factor_required');
  assert.equal(codeOf(await signIn('holder@example.com', code(3))), 'second_factor_failed');
  assert.equal(codeOf(await signIn('holder@example.com', code(-4))), 'second_factor_failed');
  const now = code(0);
  const both = await Promise.all([signIn('holder@example.com', now), signIn('holder@example.com', now)]);
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [200, 401], 'of two at once one gets in');
  assert.equal(codeOf(await signIn('holder@example.com', now)), 'second_factor_failed', 'a replay');
  assert.equal((await signIn('holder@example.com', code(1))).statusCode, 200, 'a clock that runs ahead');
  assert.equal(codeOf(await holder.send('POST', path, { currentPassword: password })), 'second_factor_enabled');
});

test('enabling it ends other sessions, and a wrong password is refused before any code', async () => {
  const holder = await anotherAccount(service, 'ends@example.com');
  const other = browser(service, '192.0.2.50');
  await other.send('POST', '/api/session', { email: 'ends@example.com', password });
  const code = await begin(holder);
  await holder.send('POST', `${path}/confirm`, { code: code(0) });
  assert.equal((await other.send('GET', '/api/account')).statusCode, 401);
  assert.equal((await holder.send('GET', '/api/account')).statusCode, 200);
  const wrong = { email: 'ends@example.com', password: 'not the password' };
  assert.equal(codeOf(await browser(service).send('POST', '/api/session', wrong)), 'login_failed');
});

test('a recovery code works once, also without hyphens and in capitals; new ones replace the old', async () => {
  const { holder, code, spare } = await enrolled('lost@example.com');
  const [one = '', two = ''] = spare;
  assert.equal(new Set(spare).size, 10);
  assert.equal((await signIn('lost@example.com', one.replaceAll('-', '').toUpperCase())).statusCode, 200);
  assert.equal(codeOf(await signIn('lost@example.com', one)), 'second_factor_failed');
  assert.equal(secondFactor.parse((await holder.send('GET', path)).json()).recoveryCodesLeft, 9);
  const body = { currentPassword: password, code: code(0) };
  const renewed = await holder.send('POST', `${path}/recovery-codes`, body);
  assert.equal(renewed.statusCode, 200, renewed.body);
  assert.equal(codeOf(await signIn('lost@example.com', two)), 'second_factor_failed');
  assert.equal(
    (await signIn('lost@example.com', recoveryCodes.parse(renewed.json()).recoveryCodes[0])).statusCode,
    200,
  );
});

test('removing it, and deleting the account, require password and code', async () => {
  const { holder, spare } = await enrolled('removes@example.com');
  const remove = async (body: object) => holder.send('DELETE', path, body);
  assert.equal(codeOf(await remove({ currentPassword: 'not the password', code: spare[0] })), 'login_failed');
  assert.equal(codeOf(await remove({ currentPassword: password, code: '0000-0000' })), 'second_factor_failed');
  const end = async (body: object) => holder.send('DELETE', '/api/account', body);
  assert.equal(codeOf(await end({ currentPassword: password })), 'second_factor_required');
  assert.equal((await remove({ currentPassword: password, code: spare[0] })).statusCode, 204);
  assert.equal((await signIn('removes@example.com')).statusCode, 200);
  assert.equal((await end({ currentPassword: password })).statusCode, 202);
});

test('guesses of codes are limited', async () => {
  const { code } = await enrolled('guessed@example.com');
  const answers = [];
  for (let n = 0; n < 11; n += 1) answers.push((await signIn('guessed@example.com', 'wrong-code')).statusCode);
  assert.deepEqual([answers.slice(0, 10).every((status) => status === 401), answers[10]], [true, 429]);
  assert.equal((await signIn('guessed@example.com', code(0))).statusCode, 429, 'the right one neither');
});

test('the secret is encrypted for its account only, and recovery codes are hashed', async () => {
  const [alice, bob] = [await enrolled('alice@example.com'), await enrolled('bob@example.com')];
  const rows = await db.selectFrom('recovery_codes').select('code_hash').execute();
  assert.ok(rows.length >= 20 && rows.every(({ code_hash: hash }) => hash.length === 32));
  await sql`update second_factors set encrypted_secret = (select encrypted_secret from second_factors
    join accounts on accounts.id = account_id where email = 'alice@example.com'), last_step = null
    where account_id = (select id from accounts where email = 'bob@example.com')`.execute(db);
  for (const { code } of [alice, bob])
    assert.equal(codeOf(await signIn('bob@example.com', code(0))), 'second_factor_failed');
  assert.equal((await signIn('bob@example.com', bob.spare[0])).statusCode, 200);
});
