import { auditStarted, auditState } from '@perimeter/contract/audit';
import { batch } from '@perimeter/contract/batch';
import { newApiKey } from '@perimeter/contract/account/key';
import { answersOfAudit } from '@perimeter/contract/answers/answer';
import { newShareLink, shareLinkList } from '@perimeter/contract/answers/share';
import { waiverList } from '@perimeter/contract/waiver/waiver';
import { teamDetails } from '@perimeter/contract/account/team';
import { sessionList } from '@perimeter/contract/account/session';
import Ajv2020 from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { z } from 'zod';
import { examples } from './examples.data.ts';
import { exampleQuery } from './operations.ts';
import { goldenEngine, goldenReport } from '../../testing/golden-engine.ts';
import { anotherAccount, browser, type Browser, firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { smtpServer } from '../../testing/smtp.ts';

const smtp = await smtpServer();
after(smtp.close);
const measured = goldenReport('redirect.lab');
// Every claim of control is proved.
const engine = { ...goldenEngine(0, { get: () => measured }), findProof: async () => 'dns' as const };
const service = await serviceForTests(engine, {
  PERIMETER_SIGNUP: 'unconfirmed',
  // Do not share measurements: two audits of the same one would have nothing to compare.
  PERIMETER_SHARE_SECONDS: '0',
  PERIMETER_PUBLIC_URL: 'https://perimeter.test',
  PERIMETER_SMTP_URL: smtp.url,
});
const media = z.record(z.string(), z.looseObject({ schema: z.looseObject({}), example: z.unknown().optional() }));
const operation = z.looseObject({
  'x-administrators': z.boolean().optional(),
  'x-scope': z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  requestBody: z.looseObject({ required: z.boolean(), content: media }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: media.optional() })),
});
const document = z
  .looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)), components: z.looseObject({}) })
  .parse((await service.http.inject('/openapi.json')).json());
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ key: `${method} ${path}`, method, path, ...described })),
);

type Method = Parameters<Browser['send']>[0];
const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
const methodOf = (name: string): Method => {
  const found = Object.entries(methods).find(([lower]) => lower === name)?.[1];
  assert.ok(found, name);
  return found;
};

async function completed(caller: Browser, domain: string, isPrivate: boolean): Promise<string> {
  const answer = await caller.send('POST', '/api/audit/start', { domain, private: isPrivate });
  assert.equal(answer.statusCode, 202, answer.body);
  const { id } = auditStarted.parse(answer.json());
  for (;;) {
    const state = auditState.parse(
      (await caller.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' })).json(),
    );
    if (state.status === 'completed') return id;
  }
}

const administrator = await firstAccount(service);
await anotherAccount(service, 'somebody@example.com');
const alice = await anotherAccount(service, 'alice@example.com');
const bob = await anotherAccount(service, 'bob@example.com');
const nobody = browser(service, '192.0.2.1');

/** A caller with only this header field. */
const withKey = (key: string): Browser => ({
  cookie: () => '',
  send: async (method, url, body, headers = {}) =>
    nobody.send(method, url, body, { ...headers, authorization: `Bearer ${key}` }),
});

async function expiredKey(): Promise<string> {
  // A key made an hour ago that was valid for a minute.
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
  const made = await alice.send('POST', '/api/keys', { name: 'short', expiresAt: Date.now() + 60_000 });
  mock.timers.reset();
  assert.equal(made.statusCode, 201, made.body);
  const { key } = newApiKey.parse(made.json());
  assert.equal((await withKey(key).send('GET', '/api/usage')).statusCode, 401);
  return key;
}

const callers = {
  anonymous: nobody,
  'bad key': withKey(`psa_live_${'A'.repeat(49)}`),
  'expired key': withKey(await expiredKey()),
  'key of A': withKey((await makeKey(alice)).key),
  'key of B': withKey((await makeKey(bob)).key),
  'session of A': alice,
  'session of B': bob,
  'key of an administrator': withKey((await makeKey(administrator)).key),
  'session of an administrator': administrator,
};
type Caller = keyof typeof callers;
const names = Object.keys(callers).filter((name): name is Caller => name in callers);
const isKey = (name: Caller): boolean => name.startsWith('key');

const batchOfA = await batchOf(alice);
const privateId = await completed(alice, 'private.net', true);
const unknownId = 'aud_00000000-0000-4000-8000-000000000000';

/** The answer to an authorized caller: a status for A's private audit, or anything but a refusal. */
const ofOwner: Readonly<Record<string, number>> = {
  'get /api/audit/{id}': 200,
  'delete /api/audit/{id}': 409,
  'get /api/audit/{id}/report': 200,
  'get /api/audit/{id}/report/pdf': 200,
  'get /api/audit/{id}/events': 200,
  'get /api/batches/{id}': 200,
  'get /api/batches/{id}/results.csv': 200,
  'delete /api/batches/{id}': 200,
  'post /api/batches/{id}/resume': 409,
  'post /api/audit/{id}/outlook': 200,
  'get /api/audit/{id}/waivers': 200,
  'patch /api/audit/{id}': 200,
  'get /api/audit/{id}/shares': 200,
  'post /api/audit/{id}/shares': 201,
  'delete /api/audit/{id}/shares/{shareId}': 404,
  'get /api/audit/{id}/answers': 200,
  'patch /api/audit/{id}/answers/{answerId}': 404,
  'delete /api/audit/{id}/answers/{answerId}': 404,
};

type Verdict = 401 | 403 | 404 | 'owner' | 'admitted';

function verdictOf(name: Caller, { key, security, ...described }: (typeof operations)[number]): Verdict {
  if (name === 'bad key' || name === 'expired key') return 401;
  const open = security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
  if (!open && name === 'anonymous') return 401;
  if (!open && isKey(name) && !security.some((alternative) => 'bearer' in alternative)) return 403;
  if (described['x-administrators'] === true && name !== 'session of an administrator') return 403;
  // Keys can have this scope too, yet never the routes of administrators.
  if (described['x-scope'] === 'team:admin' && isKey(name)) return 403;
  if (!(key in ofOwner)) return 'admitted';
  return name.endsWith('of A') ? 'owner' : 404;
}

const ask = async (name: Caller, method: string, path: string, id: string) =>
  callers[name].send(
    methodOf(method),
    path
      .replace('{id}', path.startsWith('/api/batches') && id === privateId ? batchOfA : id)
      .replace('{domain}', 'private.net'),
    examples[`${method} ${path}`]?.body,
  );

test('every operation admits or refuses every caller as the document says', async () => {
  for (const each of operations) {
    const { key, method, path } = each;
    for (const name of names) {
      const verdict = verdictOf(name, each);
      // Do not send changes as an authorized caller here; the tests of examples do.
      if (verdict === 'admitted' && method !== 'get') continue;
      const { statusCode } = await ask(name, method, path, privateId);
      const told = `${name}: ${key} was ${statusCode}`;
      if (verdict === 'owner') assert.equal(statusCode, ofOwner[key], told);
      else if (verdict === 'admitted') assert.ok(![401, 403].includes(statusCode) && statusCode < 500, told);
      else assert.equal(statusCode, verdict, told);
    }
  }
});

test("another account's private audit gets the same answer as an unknown one, in every header", async () => {
  const comparable = ({ body, headers, statusCode }: Awaited<ReturnType<typeof ask>>) => {
    const { date, 'x-request-id': requestId, ...rest } = headers;
    return { statusCode, rest, dated: date !== undefined, body: body.replaceAll(String(requestId), '') };
  };
  for (const { key, method, path } of operations.filter((each) => each.key in ofOwner)) {
    for (const name of ['anonymous', 'key of B', 'session of B'] as const) {
      const [theirs, none] = [await ask(name, method, path, privateId), await ask(name, method, path, unknownId)];
      assert.deepEqual(comparable(theirs), comparable(none), `${name}: ${key}`);
    }
  }
});

const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
ajv.addSchema({ components: document.components }, 'api');
/** By the text of the schema, because most answers share one with others. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();
function validatorOf(schema: object) {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const known = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, known);
  return known;
}

function assertValid(schema: object, value: unknown, told: string): void {
  const validate = validatorOf(schema);
  assert.ok(validate(value), `${told}: ${JSON.stringify(validate.errors)}`);
}

test('every example matches its schemas', () => {
  for (const { key, requestBody, responses } of operations) {
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const { schema, example } of Object.values(media.parse(content ?? {}))) {
        if (example !== undefined) assertValid(schema, example, key);
      }
    }
  }
});

test('a body is required where a request without one is refused, and nowhere else', async () => {
  const refused: Record<string, boolean> = {};
  const stated: Record<string, boolean> = {};
  for (const described of operations) {
    const { key, method, path, requestBody } = described;
    if (requestBody === undefined) continue;
    const url = path
      .replaceAll(/\{\w*[iI]d\}/gu, '00000000-0000-4000-8000-000000000000')
      .replace('{domain}', 'none.net');
    const { statusCode } = await callerOf(described, alice).send(methodOf(method), url);
    refused[key] = statusCode === 400 || statusCode === 415;
    stated[key] = requestBody.required;
  }
  assert.deepEqual(stated, refused);
  assert.deepEqual(
    Object.keys(stated).filter((key) => stated[key] === false),
    ['delete /api/team/members/{id}'],
  );
});

/** Examples that must run last, in this order. */
const inOrder = [
  'post /api/opt-outs',
  'delete /api/opt-outs',
  'post /api/accounts/enable',
  'post /api/accounts/plan',
  'delete /api/controls/{domain}',
  'delete /api/keys/{id}',
  'delete /api/sessions/{id}',
  'delete /api/sessions',
  'post /api/account/password-reset',
  'patch /api/account',
  'delete /api/account',
  'delete /api/session',
];
const callerOf = (described: (typeof operations)[number], otherwise: Browser): Browser =>
  described['x-administrators'] === true ? administrator : otherwise;

/** They need tokens from messages, codes from an authenticator application or signatures of a passkey. */
const withoutMore = [
  'post /api/account/password-reset/confirm',
  'post /api/account/email/confirm',
  'post /api/account/second-factor/confirm',
  'post /api/account/second-factor/recovery-codes',
  'delete /api/account/second-factor',
  'post /api/account/passkeys',
  'patch /api/account/passkeys/{id}',
  'delete /api/account/passkeys/{id}',
  'post /api/session/passkey',
  // They need other members; the tests of teams cover them.
  'patch /api/team/members/{id}',
  'delete /api/team/members/{id}',
];

/** A batch that finishes soon. */
async function batchOf(holder: Browser): Promise<string> {
  const made = await holder.send('POST', '/api/batches', { domains: ['your-domain.net'] });
  assert.equal(made.statusCode, 201, made.body);
  return batch.parse(made.json()).id;
}

async function idFor(path: string, holder: Browser, auditId: string): Promise<string> {
  if (path.startsWith('/api/audit')) return auditId;
  if (path.startsWith('/api/batches')) return batchOf(holder);
  if (path.startsWith('/api/keys')) return (await makeKey(holder)).id;
  if (path.startsWith('/api/waivers'))
    return waiverList.parse((await holder.send('GET', '/api/waivers')).json()).waivers[0]?.id ?? '';
  if (path.startsWith('/api/team/invitations'))
    return teamDetails.parse((await holder.send('GET', '/api/team')).json()).invitations[0]?.id ?? '';
  const { sessions } = sessionList.parse((await holder.send('GET', '/api/sessions')).json());
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function shareIdFor(path: string, holder: Browser, auditId: string): Promise<string> {
  if (!path.includes('{shareId}')) return '';
  const { shares } = shareLinkList.parse((await holder.send('GET', `/api/audit/${auditId}/shares`)).json());
  return shares[0]?.id ?? '';
}

/** An answer given through a share link of an audit; only holders of the link can create one. */
async function answerIdFor(path: string, holder: Browser, auditId: string): Promise<string> {
  if (!path.includes('{answerId}')) return '';
  const made = await holder.send('POST', `/api/audit/${auditId}/shares`, { answers: true });
  const url = new URL(newShareLink.parse(made.json()).url).pathname;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await service.http.inject({ method: 'POST', url, headers, payload: 'text=Fixed' });
  const { answers } = answersOfAudit.parse((await holder.send('GET', `/api/audit/${auditId}/answers`)).json());
  return answers[0]?.id ?? '';
}

test('every example request gets the documented answer, in the documented schema', async () => {
  const holder = browser(service, '192.0.2.77');
  const other = browser(service, '192.0.2.78');
  const first = ['post /api/account', 'post /api/session'];
  const rest = operations.map(({ key }) => key).filter((key) => ![...first, ...inOrder, ...withoutMore].includes(key));
  let auditId = '';
  for (const key of [...first, ...rest, ...inOrder]) {
    const [described, example] = [operations.find((each) => each.key === key), examples[key]];
    assert.ok(described !== undefined && example !== undefined, key);
    if (key === rest[0]) {
      await completed(holder, 'your-domain.net', true);
      auditId = await completed(holder, 'your-domain.net', true);
      await completed(holder, 'other-domain.net', false);
    }
    const id = example.path?.['id'] === undefined ? '' : await idFor(described.path, holder, auditId);
    const query = exampleQuery(example.query);
    const named = described.path.replace('{domain}', example.path?.['domain'] ?? '');
    const path = named
      .replace('{id}', id)
      .replace('{shareId}', await shareIdFor(described.path, holder, id))
      .replace('{answerId}', await answerIdFor(described.path, holder, id));
    const url = `${path}${query === '' ? '' : `?${query}`}`;
    const caller = callerOf(described, key === 'post /api/session' ? other : holder);
    const answer = await caller.send(methodOf(described.method), url, example.body);
    assert.equal(answer.statusCode, example.status, `${key}: ${answer.body}`);
    const [[type, content] = []] = Object.entries(described.responses[String(example.status)]?.content ?? {});
    if (type === undefined || content === undefined) continue;
    assert.equal(String(answer.headers['content-type']).split(';')[0], type, key);
    assertValid(content.schema, type.endsWith('json') ? answer.json() : answer.body, key);
  }
});
