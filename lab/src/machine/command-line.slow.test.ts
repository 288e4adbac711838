import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: fileOf('../../..') });
}

const tools: Readonly<Record<string, RegExp>> = {
  'lab/src/main.ts': /--rtt 50 CMD/,
  'bench/src/main.ts': /npm run bench -- /,
  'tools/test.ts': /npm test/,
  'tools/golden.ts': /npm run golden/,
  'tools/generate.ts': /npm run generate/,
  'tools/pack-cli.ts': /npm run pack:cli/,
  'tools/samples.ts': /npm run samples/,
};

for (const [tool, usage] of Object.entries(tools)) {
  test(`${tool} prints its usage for --help and does nothing else`, () => {
    const { status, stdout } = run(tool, '--help');
    assert.match(stdout, usage);
    assert.equal(status, 0);
  });
}

test('an unknown option or part of the lab is refused before the lab starts', () => {
  for (const args of [['--frobnicate'], ['--only', 'mail', 'true'], ['--rtt', 'fast', 'true']]) {
    const { status, stderr } = run('lab/src/main.ts', ...args);
    assert.equal(status, 2);
    assert.match(stderr, /^lab: [^\n]+\nUsage: npm run lab -- --help\n$/);
  }
});

test('a tool with an option or argument that it does not know writes nothing', () => {
  for (const [argument, message] of [
    ['--frobnicate', /Unknown option '--frobnicate'/],
    ['x', /Unexpected argument "x"/],
  ] as const) {
    const { status, stdout, stderr } = run('tools/generate.ts', argument);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  }
});
