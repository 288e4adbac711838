import { problem } from '@perimeter/contract/problem';
import { addedPasskey } from '@perimeter/contract/passkey';
import { secondFactor } from '@perimeter/contract/account/second-factor';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { softwareKey } from '../../testing/passkeys/software-key.ts';
import { anotherAccount, firstAccount, password } from '../../testing/people.ts';

const site = { origin: 'https://perimeter.test', rpId: 'perimeter.test' };
const { http, setupToken } = await meteredService(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_PUBLIC_URL: site.origin,
  PERIMETER_ADMIN_SECOND_FACTOR: 'required',
});
const service = { http, setupToken };
const passkeys = '/api/account/passkeys';
const challengeOf = (answer: { json: () => unknown }): string =>
  z.looseObject({ challenge: z.string() }).parse(answer.json()).challenge;

test('an administrator without a second factor must set one up before administering', async () => {
  const admin = await firstAccount(service);
  const list = async () => admin.send('GET', '/api/accounts');
  const isRequired = async (who = admin): Promise<boolean> =>
    secondFactor.parse((await who.send('GET', '/api/account/second-factor')).json()).isRequired;
  assert.equal(problem.parse((await list()).json()).code, 'admin_factor_required');
  assert.equal(await isRequired(), true);
  assert.equal(await isRequired(await anotherAccount(service, 'somebody@example.com')), false);
  const page = await admin.send('GET', '/admin');
  assert.deepEqual([page.statusCode, page.headers.location], [303, '/settings/account#second-factor']);
  // Other routes keep working.
  assert.equal((await admin.send('GET', '/api/keys')).statusCode, 200);

  const key = softwareKey();
  const proof = { currentPassword: password };
  const begun = await admin.send('POST', `${passkeys}/options`, proof);
  const answer = key.create({ challenge: challengeOf(begun), ...site });
  const added = await admin.send('POST', passkeys, { name: 'a key', answer });
  assert.equal((await list()).statusCode, 200);
  assert.equal((await admin.send('GET', '/admin')).statusCode, 200);

  const id = addedPasskey.parse(added.json()).passkey.id;
  const refused = problem.parse((await admin.send('DELETE', `${passkeys}/${id}`, proof)).json());
  const passkey = key.answer({ challenge: refused.passkeyRequest?.challenge ?? '', ...site });
  assert.equal((await admin.send('DELETE', `${passkeys}/${id}`, { ...proof, passkey })).statusCode, 204);
  assert.equal(problem.parse((await list()).json()).code, 'admin_factor_required');
});
