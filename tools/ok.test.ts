import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAll } from './ok.ts';
import { runStep, type Step } from './tests/step.ts';
import { telling } from './tests/telling.ts';

const node = (name: string, code: string) => ({ name, command: process.execPath, args: ['-e', code] });

const run = async (step: Step): Promise<{ ok: boolean; output: string }> => {
  const lines: string[] = [];
  const { ok } = await runStep(step, (line) => lines.push(line));
  return { ok, output: lines.join('\n') };
};

test('a step with exit code 0 passes, any other fails', async () => {
  assert.equal((await run(node('fine', ''))).ok, true);
  const bad = await run(node('bad', 'console.log("out"); console.error("err"); process.exitCode = 3'));
  assert.equal(bad.ok, false);
  assert.match(bad.output, /out/u);
  assert.match(bad.output, /err/u);
});

test('a missing command fails the step', async () => {
  const { ok, output } = await run({ name: 'none', command: 'no-such-command-here', args: [] });
  assert.equal(ok, false);
  assert.match(output, /no-such-command-here E(NOENT|ACCES)/u);
});

test('steps run on the Node that runs the gate', async () => {
  const { output } = await run({ name: 'node', command: 'node', args: ['-p', 'process.version'] });
  assert.equal(output.trim(), process.version);
});

test('a step that exceeds its limit is stopped, and the limit is printed', async () => {
  const { ok, output } = await run({ ...node('endless', 'setInterval(() => {}, 1000)'), limitMs: 200 });
  assert.equal(ok, false);
  assert.match(output, /^endless: stopped after 0[.]2 s, the limit of this step$/mu);
});

test('one failed step fails the gate, and the others still run', async (t) => {
  const shown: string[] = [];
  t.mock.method(console, 'log', (line: string) => shown.push(line));
  assert.equal(await runAll([node('a', ''), node('b', 'process.exit(1)'), node('c', '')]), false);
  assert.equal(await runAll([node('d', '')]), true);
  for (const name of ['✔ a', '✖ b', '✔ c', '✔ d'])
    assert.ok(
      shown.some((line) => line.startsWith(name)),
      name,
    );
});

test('a passed test run shows skips and totals, a failed one everything except passed tests', () => {
  const output = '✔ one (1ms)\n  ✔ two (1ms)\n﹣ three (0ms) # no lab\n✖ four (2ms)\nℹ tests 4\nℹ pass 2\n'.split('\n');
  assert.deepEqual(telling(output, true), ['﹣ three (0ms) # no lab', 'ℹ pass 2']);
  assert.deepEqual(telling(output, false), ['﹣ three (0ms) # no lab', '✖ four (2ms)', 'ℹ tests 4', 'ℹ pass 2']);
});
