import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { findTestFiles, isNightly } from './files.ts';

function checkout(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'perimeter-tests-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

test('each test file has one kind, by its name, room and dependencies', (t) => {
  const root = checkout(t, {
    'packages/protocols/src/a.test.ts': "import { test } from 'node:test';\n",
    'packages/protocols/src/b.ts': '',
    'packages/protocols/src/c.slow.test.ts': '',
    'packages/protocols/src/environment.test.ts': "process.env['X'] = '1';\n",
    'packages/protocols/src/clock.test.ts': 'mock.timers.enable();\n',
    'packages/protocols/src/program.test.ts': "import { spawn } from 'node:child_process';\nafter(() => stop());\n",
    'packages/protocols/src/loader.test.ts': 'const hooks = registerHooks({});\n',
    'packages/protocols/src/socket.test.ts': "import net from 'node:net';\n",
    'packages/engine/src/d.test.ts': "import { zone } from '../testing/zone.ts';\n",
    'packages/engine/src/hooks.test.ts': 'afterEach(() => {});\n',
    'apps/cli/src/run.test.ts': "import { run } from './testing/perimeter.ts';\n",
    'lab/src/e.lab.test.ts': '',
    'apps/server/src/f.test.ts': "import { g } from './g.ts';\n",
    'apps/server/src/h.test.ts': "import { serviceForTests } from '../testing/service.ts';\n",
    'apps/x/node_modules/y/f.test.ts': '',
  });
  assert.deepEqual(findTestFiles(root), {
    shared: [
      'apps/cli/src/run.test.ts',
      'apps/server/src/f.test.ts',
      'apps/server/src/h.test.ts',
      'packages/engine/src/d.test.ts',
      'packages/engine/src/hooks.test.ts',
      'packages/protocols/src/a.test.ts',
      'packages/protocols/src/clock.test.ts',
      'packages/protocols/src/program.test.ts',
      'packages/protocols/src/socket.test.ts',
    ],
    apart: ['packages/protocols/src/environment.test.ts', 'packages/protocols/src/loader.test.ts'],
    lab: ['lab/src/e.lab.test.ts'],
    slow: ['packages/protocols/src/c.slow.test.ts'],
  });
});

test('comparisons with other programs and long repetitions are for the night, by their names', () => {
  const files = [
    'a.endurance.slow.test.ts',
    'a.peer.lab.test.ts',
    'peer.slow.test.ts',
    'a.peer.test.ts',
    'a.slow.test.ts',
  ];
  assert.deepEqual(files.filter(isNightly), ['a.endurance.slow.test.ts', 'a.peer.lab.test.ts']);
});
