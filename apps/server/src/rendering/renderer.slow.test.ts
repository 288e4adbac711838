import { canonicalJson } from '@perimeter/report/canonical/canonical-json';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { nobody } from '../settings/nobody.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { RendererError, type RendererProblem } from './exchange.ts';
import { confined, createRenderer, type Renderer, type RendererLimits } from './renderer.ts';

type RenderRequest = Parameters<Renderer['render']>[0];

const request: RenderRequest = {
  report: Buffer.from(canonicalJson(sampleReport)),
  previous: null,
  options: { paper: 'a4', verifyUrl: 'https://audit.example.org/verify', certificateSha256: null },
};
const faulty = (limits: Partial<RendererLimits> = {}): Renderer =>
  // Writes its process id to a file.
  createRenderer(limits, new URL('../testing/faulty-render-child.ts', import.meta.url), {
    permissions: [...confined.permissions, '--allow-fs-write=*'],
    ids: null,
  });
const asked = (fault: string): RenderRequest => ({ ...request, options: { ...request.options, verifyUrl: fault } });
const isWritten = (file: string): boolean => existsSync(file) && readFileSync(file, 'utf8') !== '';
const text = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');
const problem = (expected: RendererProblem) => (error: unknown) =>
  error instanceof RendererError && error.problem === expected;

test('sixteen requests wait at most, and more are refused at once', async () => {
  const renderer = faulty();
  const answers = await Promise.allSettled(Array.from({ length: 18 }, async () => renderer.render(asked('keep'))));
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? text(answer.value).slice(0, 5) : answer.reason.problem)),
    [...Array.from({ length: 16 }, () => '%PDF-'), 'busy', 'busy'],
  );
  await renderer.close();
});

for (const fault of ['hang', 'spin']) {
  test(`a child that does not answer (${fault}) is killed in time, and another makes the next document`, async (t) => {
    const file = `${await temporaryDirectory()}/pid`;
    const renderer = faulty({ timeoutMs: 60_000 });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const both = Promise.allSettled([renderer.render(asked(`${fault}:${file}`)), renderer.render(asked('keep'))]);
    while (!isWritten(file)) await new Promise(setImmediate);
    t.mock.timers.tick(60_000);
    const [stuck, next] = await both;
    assert.ok(stuck.status === 'rejected' && problem('gave-up')(stuck.reason), JSON.stringify(stuck));
    assert.ok(next.status === 'fulfilled');
    await renderer.close();
  });
}

test('the child cannot write files, start programs or start threads', async () => {
  const tries = [
    "require('node:fs').writeFileSync('/tmp/perimeter-confined', '')",
    "require('node:child_process').execFileSync('true')",
    "new (require('node:worker_threads').Worker)('1', { eval: true })",
  ];
  for (const attempt of tries) {
    const { status, stderr } = spawnSync(process.execPath, [...confined.permissions, '-e', attempt], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, /ERR_ACCESS_DENIED/.test(stderr)], [1, true], attempt);
  }
});

/** The user ids of a process: real, effective, saved and filesystem (proc_pid_status(5)). */
const usersOf = (pid: number): string[] =>
  /^Uid:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.split('\t') ?? [];

test(
  'if the service runs as root, the typesetting child runs as nobody',
  { skip: process.getuid?.() !== 0 && 'not root' },
  async (t) => {
    const children: unknown[] = [];
    const note = (message: unknown): number => children.push(message);
    subscribe('child_process', note);
    const renderer = createRenderer();
    t.after(renderer.close);
    assert.match(text(await renderer.render(request)), /^%PDF-/);
    unsubscribe('child_process', note);
    const { pid } = z.object({ process: z.object({ pid: z.int() }) }).parse(children[0]).process;
    assert.deepEqual(new Set(usersOf(pid)), new Set([String(nobody().uid)]));
  },
);

test(
  'a child that uses too much memory is killed during its work',
  { skip: !existsSync('/proc/self/status') },
  async () => {
    const renderer = faulty({ maxWorkingRssBytes: 400 * 1024 * 1024 });
    await assert.rejects(renderer.render(asked('grow')), /bytes of memory/);
    assert.match(text(await renderer.render(asked('keep'))), /%PDF-/);
    await renderer.close();
  },
);

test('if a child is killed during a document, the document is still made', async () => {
  const file = `${await temporaryDirectory()}/pid`;
  const renderer = faulty();
  const document = renderer.render(asked(`once:${file}`));
  while (!isWritten(file)) await sleep(20);
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  assert.equal(text(await document), '%PDF-');
  await renderer.close();
});

test('a document that kills two children fails', async () => {
  const renderer = faulty();
  await assert.rejects(renderer.render(asked('die')), problem('gave-up'));
  await renderer.close();
});

test('a child that has ended between two documents is replaced', async () => {
  const renderer = faulty();
  const first = text(await renderer.render(asked('leave')));
  assert.notEqual(text(await renderer.render(asked('keep'))), first);
  await renderer.close();
});

test('a child makes several documents, until it has made its maximum or has grown too large', async () => {
  const renderer = faulty({ maxDocuments: 3 });
  const made: string[] = [];
  for (const fault of ['keep', 'keep', 'keep', 'keep', 'large', 'keep'])
    made.push(text(await renderer.render(asked(fault))));
  const [a, b, c, d, e, f] = made;
  assert.deepEqual([a === b, b === c, c === d, d === e, e === f], [true, true, false, true, false]);
  await renderer.close();
});

test('a started renderer has its child before the first document, and a closed one starts none', async () => {
  let processes = 0;
  const count = (): number => (processes += 1);
  subscribe('child_process', count);
  const renderer = faulty();
  assert.equal(processes, 0);
  renderer.start();
  renderer.start();
  assert.equal(processes, 1);
  const first = text(await renderer.render(asked('keep')));
  assert.equal(text(await renderer.render(asked('keep'))), first);
  assert.equal(processes, 1);
  await renderer.close();
  renderer.start();
  assert.equal(processes, 1);
  const large = faulty({ maxDocuments: 1 });
  await large.render(asked('keep'));
  assert.equal(processes, 3, 'one that has made enough is replaced ahead of the next document');
  await large.close();
  unsubscribe('child_process', count);
});

test('on an unsupported platform the renderer reports that', async () => {
  const renderer = createRenderer({}, new URL('../testing/platform-without-typesetter.ts', import.meta.url));
  await assert.rejects(renderer.render(request), problem('unavailable'));
  await renderer.close();
});

test('the attached report has exactly the given bytes, also with members that this version does not know', async () => {
  const renderer = createRenderer();
  const canonical = canonicalJson({ ...sampleReport, ofALaterVersion: { kept: true } });
  const pdf = await renderer.render({ ...request, report: Buffer.from(canonical) });

  assert.ok(text(pdf).includes(sha256Hex(canonical)));
  await renderer.close();
});
