import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { messageOf } from '../net/authoritative/question.ts';
import { sessionOver } from '../net/authoritative/session.ts';
import { converse } from '../net/conversation.ts';
import { readResponse } from '../net/http/read-response.ts';
import { httpLimits } from '../net/http/limits.ts';
import { attemptOnce, failed } from '../net/resolver/attempt.ts';
import { createDialogue } from '../net/smtp/dialogue.ts';
import { upgrade } from '../net/starttls.ts';
import { bothEnds, readLate } from './testing/late-reading.ts';
import { linesOf } from './vulnerabilities/plaintext/text-lines.ts';

const never = new AbortController().signal;
const timeoutMs = 1_000;

/** What is read on a socket, its answer, and what that means. */
interface LateRow {
  wait: (socket: Socket) => Promise<unknown>;
  answer: string;
  comesTo: unknown;
}

const rows: Readonly<Record<string, LateRow>> = {
  'a reply of a mail server': {
    wait: async (socket) => (await createDialogue(socket, never).hear(timeoutMs)).ok,
    answer: '220 ready\r\n',
    comesTo: true,
  },
  'a greeting before TLS': {
    wait: (socket) => upgrade(socket, 'ftp', { smtpName: null, signal: never }),
    answer: '421 busy\r\n',
    comesTo: {
      ok: false,
      failure: { reason: 'tls', gap: 'greeting-before-tls', values: ['"421 busy"'] },
    },
  },
  'a response of HTTP': {
    wait: async (socket) => (await readResponse(socket, 'GET', { limits: httpLimits, signal: never })).failure,
    answer: 'HTTP/1.1 204 No Content\r\n\r\n',
    comesTo: null,
  },
  'an answer of a resolver': {
    wait: (socket) =>
      attemptOnce({ signal: never, timeoutMs }, (settle) => {
        socket.once('data', () => settle(failed('refused', 'resolver-failed', 'answered')));
        return { close: () => {}, onTimeout: () => failed('timeout', 'resolver-failed', 'silent') };
      }),
    answer: '.',
    comesTo: failed('refused', 'resolver-failed', 'answered'),
  },
  'an answer of a name server over TCP': {
    wait: (socket) =>
      sessionOver(socket).exchange({ ...messageOf({ name: 'site.lab', type: 'SOA' }), id: 7 }, () => true, never),
    answer: '\0\x02\0\x07',
    comesTo: null,
  },
  'what a service says': {
    wait: (socket) => converse(socket, 100).until((said) => said.length > 0, timeoutMs, never),
    answer: '.',
    comesTo: true,
  },
  'a line of a text protocol': {
    wait: (socket) => linesOf(socket).next(timeoutMs),
    answer: '+OK\r\n',
    comesTo: '+OK',
  },
};

for (const [name, { wait, answer, comesTo }] of Object.entries(rows)) {
  test(`${name} that arrived while this process was busy is no silence`, async (t) => {
    const { socket, peer } = await bothEnds(t);
    assert.deepEqual(
      await readLate(
        t,
        () => wait(socket),
        () => void peer.write(answer),
      ),
      comesTo,
    );
  });
}
