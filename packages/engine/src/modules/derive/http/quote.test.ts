import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../evidence/http/answer.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';
import { siteOf } from './site.ts';
import { answered, chained } from './testing/evidence.ts';

/** The answer to an exchange with this raw head. */
function answerOf(rawHead: string, lines: readonly string[]): Answer {
  const exchange = answered('document', lines);
  if (!exchange.result.ok) throw new Error('The exchange has no answer');
  const { response } = exchange.result;
  const received: HttpExchange = { ...exchange, result: { ok: true, response: { ...response, rawHead } } };
  const site = siteOf(chained([received]));
  if (site.state !== 'answered') throw new Error('The site has no answer');
  return site.document;
}

const status = 'HTTP/1.1 200  All  right';

test('status line and header lines are quoted as they were received', () => {
  const raw = ['x-FRAME-options:DENY\t', 'X-Frame-Options :  sameorigin'];
  const answer = answerOf([status, raw[0], 'Server: a', raw[1], '', ''].join('\r\n'), [
    'x-FRAME-options: DENY',
    'Server: a',
    'X-Frame-Options: sameorigin',
  ]);
  assert.equal(quoteHeaders(answer, 'X-Frame-Options'), [status, ...raw].join('\n'));
});

test('the whole head proves that a header is not in it', () => {
  const answer = answerOf([status, 'server:A', '', ''].join('\r\n'), ['server: A']);
  assert.equal(quoteHeaders(answer, 'X-Frame-Options'), [status, 'server:A'].join('\n'));
});

test('a long line is cut, and a mark counts the rest', () => {
  const line = `Server: ${'a'.repeat(1_000)}`;
  const answer = answerOf([status, line, '', ''].join('\r\n'), [line]);
  const quoted = `${line.slice(0, 600)}… (${line.length - 600} more characters)`;
  assert.equal(quoteHeaders(answer, 'Server'), [status, quoted].join('\n'));
});

test('a head of many lines is cut, and a mark counts the rest', () => {
  const lines = Array.from({ length: 70 }, (_, index) => `X-Line: ${index}`);
  const answer = answerOf([status, ...lines, '', ''].join('\r\n'), lines);
  const quoted = [status, ...lines.slice(0, 60), '[cut: 10 more header lines]'].join('\n');
  assert.equal(quoteHeaders(answer, 'X-Frame-Options'), quoted);
});

test('the value of a cookie is never quoted', () => {
  const answer = answerOf([status, 'set-cookie:  id=secret ; Path=/', '', ''].join('\r\n'), [
    'set-cookie: id=secret ; Path=/',
  ]);
  assert.equal(quoteHeaders(answer, 'Set-Cookie'), [status, 'set-cookie:  id=[redacted]; Path=/'].join('\n'));
});
