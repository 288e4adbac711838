import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { secureCookies } from '../credentials/cookies.ts';
import { callerOf } from './caller.ts';

test('acts get to know of a request who makes it, and from where, and their cookies go into its answer', async () => {
  const http = Fastify();
  http.decorateRequest('principal');
  http.get('/', (request, reply) => {
    request.principal = { kind: 'anonymous', network: '127.0.0.1' };
    const identity = { cookiesOf: () => secureCookies, publicOrigin: 'https://perimeter.example' };
    const { log: _, setCookie, ...caller } = callerOf(identity, request, reply);
    setCookie('a=1');
    setCookie('b=2');
    return reply.send(caller);
  });
  const headers = { cookie: 'x=y', 'user-agent': `a\u00e9${'b'.repeat(300)}` };
  const answer = await http.inject({ url: '/', remoteAddress: '2001:db8:1:2:3::4', headers });
  assert.deepEqual(answer.json(), {
    principal: { kind: 'anonymous', network: '127.0.0.1' },
    network: '2001:db8:1:2::/64',
    userAgent: `a${'b'.repeat(199)}`,
    cookies: secureCookies,
    sentCookies: 'x=y',
    relyingParty: { id: 'perimeter.example', origin: 'https://perimeter.example' },
  });
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  await http.close();
});
