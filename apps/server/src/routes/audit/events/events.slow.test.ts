import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldEngine } from '../../../testing/held-engine.ts';
import { serviceForTests } from '../../../testing/service.ts';
import { maxStreamsOfCaller } from './streams.ts';

const { engine, release } = heldEngine(150);
const service = await serviceForTests(engine);
const base = String(service.url);

async function start(domain: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${base}/api/audit/start`, { method: 'POST', headers, body: JSON.stringify({ domain }) });
  return auditStarted.parse(await answer.json()).id;
}

interface Event {
  id: number;
  state: AuditState;
}

/** Reads a stream's events to its end, or a given number. */
async function events(id: string, lastEventId?: number, most = Infinity): Promise<{ seen: Event[]; answer: Response }> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const gone = new AbortController();
  const answer = await fetch(`${base}/api/audit/${id}/events`, { headers, signal: gone.signal });
  const seen: Event[] = [];
  let rest = '';
  const body = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const chunk of body) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, version, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) seen.push({ id: Number(version), state: auditState.parse(JSON.parse(data)) });
    }
    if (seen.length >= most) break;
  }
  gone.abort();
  return { seen, answer };
}

test('a stream sends every observed change once, in order, and ends with the audit', async () => {
  const id = await start('stream.net');
  const { seen, answer } = await events(id);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  assert.equal(answer.headers.get('cache-control'), 'no-store, no-transform');
  assert.ok(answer.headers.get('x-request-id'));
  const versions = seen.map((event) => event.id);
  assert.deepEqual(
    versions,
    [...new Set(versions)].toSorted((a, b) => a - b),
  );
  assert.ok(seen.length > 2, 'it was seen to move');
  assert.equal(seen.at(-1)?.state.status, 'completed');
  assert.ok(seen.slice(0, -1).every(({ state }) => state.status !== 'completed'));
  assert.ok(seen.every(({ state }) => state.id === id));
});

test('a client that reconnects gets the events after its last one', async () => {
  const id = await start('resume.net');
  const [first] = (await events(id, undefined, 1)).seen;
  assert.ok(first);
  const { seen } = await events(id, first.id);
  assert.ok(seen.every((event) => event.id > first.id));
  assert.equal(seen.at(-1)?.state.status, 'completed');
});

test('a client that has the final event gets no new stream, and an invented id gets the current state', async () => {
  const id = await start('ended.net');
  const last = (await events(id)).seen.at(-1);
  const again = await events(id, last?.id);
  assert.equal(again.answer.status, 204);
  const madeUp = await events(id, 999_999);
  assert.deepEqual(
    madeUp.seen.map((event) => event.id),
    [last?.id],
  );
});

test('open streams per caller are limited, and a closed stream no longer counts', async () => {
  const id = await start('held-bounded.net');
  const held = Array.from({ length: maxStreamsOfCaller }, () => new AbortController());
  const answers = await Promise.all(
    held.map(async ({ signal }) => fetch(`${base}/api/audit/${id}/events`, { signal })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const refused = await fetch(`${base}/api/audit/${id}/events`);
  assert.equal(refused.status, 429);
  assert.equal(Object(await refused.json())['code'], 'rate_limited');
  assert.equal(refused.headers.get('retry-after'), '15');
  for (const controller of held) controller.abort();
  let after = await fetch(`${base}/api/audit/${id}/events`);
  for (; after.status === 429; after = await fetch(`${base}/api/audit/${id}/events`)) await after.body?.cancel();
  assert.equal(after.status, 200);
  await after.body?.cancel();
  release('held-bounded.net');
  await events(id);
});

test('an unknown audit has no events', async () => {
  const { answer } = await events('aud_00000000-0000-4000-8000-000000000000');
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
});

test('stopping the service ends the streams', async () => {
  const answer = await fetch(`${base}/api/audit/${await start('held-closing.net')}/events`);
  const [said] = await Promise.all([answer.text(), service.http.close()]);
  assert.match(said, /^retry: 2000\n\nid: /);
  assert.doesNotMatch(said, /"status":"completed"/);
});
