import { addedPasskey, passkeyList, passkeyRequest } from '@perimeter/contract/passkey';
import { problem } from '@perimeter/contract/problem';
import { secondFactor } from '@perimeter/contract/account/second-factor';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { sql } from 'kysely';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { softwareKey, type Twist } from '../../testing/passkeys/software-key.ts';
import { joining } from '../../testing/teams/joining.ts';
import { anotherAccount, type Browser, browser, firstAccount, password } from '../../testing/people.ts';

const site = { origin: 'https://perimeter.test', rpId: 'perimeter.test' };
const { db, http, setupToken } = await meteredService(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_PUBLIC_URL: site.origin,
});
const service = { http, setupToken };
await firstAccount(service);

const path = '/api/account/passkeys';
type Answer = Awaited<ReturnType<Browser['send']>>;
const codeOf = (answer: Answer): string => problem.parse(answer.json()).code;
const proof = { currentPassword: password };
const creation = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.looseObject({ id: z.string() }),
});

async function begin(holder: Browser, body: object = proof) {
  const answer = await holder.send('POST', `${path}/options`, body);
  assert.equal(answer.statusCode, 201, answer.body);
  return creation.parse(answer.json());
}

/** An account with one passkey: its browser, the passkey, and its recovery codes. */
async function withPasskey(email: string) {
  const holder = await anotherAccount(service, email);
  const { challenge, user } = await begin(holder);
  const key = softwareKey();
  const answer = key.create({ challenge, ...site });
  const added = await holder.send('POST', path, { name: 'a key', answer });
  assert.equal(added.statusCode, 201, added.body);
  const { passkey, recoveryCodes } = addedPasskey.parse(added.json());
  return { holder, key, passkey, userHandle: user.id, codes: recoveryCodes ?? [] };
}

/** The challenge of a refusal that requires a passkey. */
function asked(answer: Answer): { challenge: string; allowed: unknown } {
  const { code, passkeyRequest: request, factors } = problem.parse(answer.json());
  assert.equal(code, 'second_factor_required');
  assert.ok(factors?.includes('passkey'));
  assert.ok(request);
  return { challenge: request.challenge, allowed: request['allowCredentials'] };
}

test('a passkey is created, named and listed, and the first one comes with recovery codes', async () => {
  const { holder, key, passkey, codes } = await withPasskey('makes@example.com');
  assert.equal(codes.length, 10);
  const named = await holder.send('PATCH', `${path}/${passkey.id}`, { name: 'on the desk' });
  assert.equal(named.statusCode, 200, named.body);
  const { passkeys } = passkeyList.parse((await holder.send('GET', path)).json());
  assert.deepEqual(
    passkeys.map(({ name, lastUsedAt, isSynced }) => ({ name, lastUsedAt, isSynced })),
    [{ name: 'on the desk', lastUsedAt: null, isSynced: false }],
  );
  const state = secondFactor.parse((await holder.send('GET', '/api/account/second-factor')).json());
  assert.deepEqual([state.passkeys, state.recoveryCodesLeft, state.enabledAt], [1, 10, null]);
  // A further passkey requires the first one, and does not change the recovery codes.
  const { challenge } = asked(await holder.send('POST', `${path}/options`, proof));
  const next = await begin(holder, { ...proof, passkey: key.answer({ challenge, ...site }) });
  const second = softwareKey();
  const added = await holder.send('POST', path, {
    name: 'spare',
    answer: second.create({ challenge: next.challenge, ...site }),
  });
  assert.equal(addedPasskey.parse(added.json()).recoveryCodes, null);
});

/** Invalid answers to a request for a new passkey. */
const badCreations: readonly (readonly [string, Twist])[] = [
  ['of another origin', { origin: 'https://perimeter.example' }],
  ['of a subdomain', { origin: 'https://evil.perimeter.test' }],
  ['of another relying party', { rpId: 'perimeter.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['to a challenge of another size', { challenge: 'AAAA' }],
  ['of the other ceremony', { type: 'webauthn.get' }],
  ['with certificates, whose URLs would be fetched', { hasCertificates: true }],
];

test('only a valid answer of this browser to this challenge creates a passkey', async () => {
  const holder = await anotherAccount(service, 'rejected@example.com');
  for (const [name, twist] of badCreations) {
    const { challenge } = await begin(holder);
    const answer = softwareKey().create({ challenge, ...site }, twist);
    assert.equal(codeOf(await holder.send('POST', path, { name, answer })), 'passkey_rejected', name);
  }
  const { challenge } = await begin(holder);
  const key = softwareKey();
  const answer = key.create({ challenge, ...site });
  const other = await anotherAccount(service, 'other-browser@example.com');
  assert.equal(codeOf(await other.send('POST', path, { name: 'stolen', answer })), 'passkey_rejected');
  assert.equal((await holder.send('POST', path, { name: 'mine', answer })).statusCode, 201);
  assert.equal(codeOf(await holder.send('POST', path, { name: 'again', answer })), 'passkey_rejected', 'a replay');
  const { challenge: fresh } = await begin(other);
  const same = key.create({ challenge: fresh, ...site });
  assert.equal(codeOf(await other.send('POST', path, { name: 'of another', answer: same })), 'passkey_exists');
});

const signIn = async (who: Browser, email: string, shown: object = {}) =>
  who.send('POST', '/api/session', { email, password, ...shown });

/** Invalid answers to a log-in challenge. */
const badAnswers: readonly (readonly [string, Twist])[] = [
  ['of another origin', { origin: 'https://perimeter.example' }],
  ['of another relying party', { rpId: 'perimeter.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32, 2).toString('base64url') }],
  ['of the other ceremony', { type: 'webauthn.create' }],
  ['with a forged signature', { isForged: true }],
  ['with a counter that does not grow', { counter: 1 }],
];

test('as a second factor it is required after the password, once per challenge, in the same browser', async () => {
  const email = 'second@example.com';
  const { key, codes } = await withPasskey(email);
  const who = browser(service, '192.0.2.60');
  assert.equal(codeOf(await who.send('POST', '/api/session', { email, password: 'not the password' })), 'login_failed');
  const first = asked(await signIn(who, email));
  assert.deepEqual(first.allowed, [{ id: key.id, transports: ['usb'], type: 'public-key' }]);
  const passkey = key.answer({ challenge: first.challenge, ...site }, { isVerified: false });
  assert.equal(
    codeOf(await signIn(browser(service, '192.0.2.61'), email, { passkey })),
    'second_factor_failed',
    'elsewhere',
  );
  assert.equal((await signIn(who, email, { passkey })).statusCode, 200);
  const again = browser(service, '192.0.2.62');
  for (const [name, twist] of badAnswers) {
    const { challenge } = asked(await signIn(again, email));
    const shown = { passkey: key.answer({ challenge, ...site }, twist) };
    assert.equal(codeOf(await signIn(again, email, shown)), 'second_factor_failed', name);
  }
  const { challenge } = asked(await signIn(again, email));
  const good = key.answer({ challenge, ...site });
  const both = await Promise.all([signIn(again, email, { passkey: good }), signIn(again, email, { passkey: good })]);
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [200, 401], 'of two at once one gets in');
  assert.equal((await signIn(browser(service, '192.0.2.63'), email, { code: codes[0] })).statusCode, 200);
});

test("another account's passkey is refused, even with a valid challenge", async () => {
  const [alice, bob] = [await withPasskey('alice@example.com'), await withPasskey('bob@example.com')];
  const who = browser(service, '192.0.2.64');
  const { challenge } = asked(await signIn(who, 'bob@example.com'));
  const passkey = alice.key.answer({ challenge, ...site });
  assert.equal(codeOf(await signIn(who, 'bob@example.com', { passkey })), 'second_factor_failed');
  // Bob's challenge is still valid, and accepts only Bob's passkeys.
  const own = bob.key.answer({ challenge, ...site });
  assert.equal((await signIn(who, 'bob@example.com', { passkey: own })).statusCode, 200);
});

async function beginAlone(who: Browser): Promise<string> {
  const answer = await who.send('POST', '/api/session/passkey/options');
  assert.equal(answer.statusCode, 201, answer.body);
  return passkeyRequest.parse(answer.json()).challenge;
}

test('it still logs in a person who left the team that was their account', async () => {
  const { holder, key, userHandle } = await withPasskey('founds@example.com');
  await joining(service, holder, 'inherits@example.com', 'admin');
  assert.equal((await holder.send('POST', '/api/team/leave')).statusCode, 204);
  const again = browser(service, '192.0.2.67');
  const challenge = await beginAlone(again);
  const passkey = key.answer({ challenge, ...site }, { userHandle });
  const answer = await again.send('POST', '/api/session/passkey', { passkey });
  assert.equal(answer.statusCode, 200, answer.body);
  const { passkeys } = passkeyList.parse((await again.send('GET', path)).json());
  assert.equal(passkeys.length, 1);
  // As before, the password alone is not sufficient.
  const alone = await browser(service).send('POST', '/api/session', { email: 'founds@example.com', password });
  assert.equal(codeOf(alone), 'second_factor_required');
});

test('without a password it logs in if it verified its user and names the account', async () => {
  const { key, userHandle } = await withPasskey('alone@example.com');
  const other = await withPasskey('someone@example.com');
  const who = browser(service, '192.0.2.65');
  const alone = async (twist: Twist, from = who) => {
    const challenge = await beginAlone(who);
    return from.send('POST', '/api/session/passkey', { passkey: key.answer({ challenge, ...site }, twist) });
  };
  assert.equal((await alone({ userHandle })).statusCode, 200);
  for (const [name, twist] of badAnswers)
    assert.equal(codeOf(await alone({ userHandle, ...twist })), 'passkey_failed', name);
  assert.equal(codeOf(await alone({ userHandle, isVerified: false })), 'passkey_failed', 'without its PIN');
  assert.equal(codeOf(await alone({})), 'passkey_failed', 'without the account');
  assert.equal(codeOf(await alone({ userHandle: other.userHandle })), 'passkey_failed', 'of another account');
  assert.equal(codeOf(await alone({ userHandle }, browser(service, '192.0.2.66'))), 'passkey_failed', 'elsewhere');
  assert.equal((await alone({ userHandle })).statusCode, 200);
  assert.equal((await who.send('GET', '/api/account')).statusCode, 200);
  // A challenge for another purpose is not valid for logging in.
  const stranger = browser(service, '192.0.2.67');
  const { challenge } = asked(await signIn(stranger, 'alone@example.com'));
  const passkey = key.answer({ challenge, ...site }, { userHandle });
  assert.equal(codeOf(await stranger.send('POST', '/api/session/passkey', { passkey })), 'passkey_failed');
});

test('an expired challenge is refused', async () => {
  const { key, userHandle } = await withPasskey('late@example.com');
  const who = browser(service, '192.0.2.68');
  const challenge = await beginAlone(who);
  await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(db);
  const passkey = key.answer({ challenge, ...site }, { userHandle });
  assert.equal(codeOf(await who.send('POST', '/api/session/passkey', { passkey })), 'passkey_failed');
});

test('keys, address, password, recovery codes, removal and deletion require the factor again', async () => {
  const { holder, key, passkey } = await withPasskey('asked@example.com');
  const made = async (body: object) => holder.send('POST', '/api/keys', { name: 'ci', ...body });
  const acts: readonly (readonly [string, (shown: object) => Promise<Answer>, number])[] = [
    ['a key', made, 201],
    [
      'an address',
      async (shown) => holder.send('PATCH', '/api/account', { ...proof, email: 'new@example.com', ...shown }),
      409,
    ],
    [
      'codes',
      async (shown) => holder.send('POST', '/api/account/second-factor/recovery-codes', { ...proof, ...shown }),
      200,
    ],
    [
      'a password',
      async (shown) => holder.send('PATCH', '/api/account', { ...proof, newPassword: password, ...shown }),
      200,
    ],
    ['removal', async (shown) => holder.send('DELETE', `${path}/${passkey.id}`, { ...proof, ...shown }), 204],
  ];
  for (const [name, act, status] of acts) {
    const { challenge } = asked(await act({}));
    const wrong = key.answer({ challenge, ...site }, { origin: 'https://perimeter.example' });
    assert.equal(codeOf(await act({ passkey: wrong })), 'second_factor_failed', name);
    const right = key.answer({ challenge: asked(await act({})).challenge, ...site });
    assert.equal((await act({ passkey: right })).statusCode, status, name);
  }
  // The last factor was removed, and the recovery codes with it.
  const state = secondFactor.parse((await holder.send('GET', '/api/account/second-factor')).json());
  assert.deepEqual([state.passkeys, state.recoveryCodesLeft], [0, 0]);
  assert.equal((await made({})).statusCode, 201);
});

test("rotating a key and deleting the account require the factor too; another account's passkeys cannot be removed", async () => {
  const holder = await anotherAccount(service, 'deletes@example.com');
  const made = z
    .object({ apiKey: z.object({ id: z.string() }) })
    .parse((await holder.send('POST', '/api/keys', { name: 'ci' })).json());
  const { challenge } = await begin(holder);
  const key = softwareKey();
  await holder.send('POST', path, { name: 'a key', answer: key.create({ challenge, ...site }) });
  const rotate = async (shown: object) => holder.send('POST', `/api/keys/${made.apiKey.id}/rotate`, shown);
  const rotated = key.answer({ challenge: asked(await rotate({})).challenge, ...site });
  assert.equal((await rotate({ passkey: rotated })).statusCode, 201);
  const other = await withPasskey('other@example.com');
  const remove = async (shown: object) => holder.send('DELETE', `${path}/${other.passkey.id}`, { ...proof, ...shown });
  const removing = key.answer({ challenge: asked(await remove({})).challenge, ...site });
  assert.equal(codeOf(await remove({ passkey: removing })), 'passkey_not_found');
  assert.equal(codeOf(await holder.send('PATCH', `${path}/${other.passkey.id}`, { name: 'x' })), 'passkey_not_found');
  const end = async (shown: object) => holder.send('DELETE', '/api/account', { ...proof, ...shown });
  const ending = key.answer({ challenge: asked(await end({})).challenge, ...site });
  assert.equal((await end({ passkey: ending })).statusCode, 202);
});
