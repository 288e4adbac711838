// Each hostile text in each input, with the real command. By day action.slow.test.ts has all of them arrive at the command as one
// argument each, and shows one refusal of each kind.
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { actionGithub } from '../testing/action-github.ts';
import { action, hostileTexts, ignoredInputs, runAction } from '../testing/action-runner.ts';
import { packed } from '../testing/packed.ts';

const { folder, tarball, sha256 } = packed();
const evidence = path.join(folder, 'bad evidence; touch x.json');

before(() => copyFileSync(evidencePath('bad.lab'), evidence));
for (const name of Object.keys(action.inputs)) {
  test(`hostile text in the input ${name} is not executed`, async (t) => {
    const { env } = await actionGithub(t, tarball);
    await Promise.all(
      hostileTexts.map(async (text) => {
        const inputs = { package: tarball, sha256, evidence, [name]: text };
        const { code, log, workspace, outputs } = await runAction(folder, inputs, { env });
        assert.deepEqual([code, outputs['grade']], ignoredInputs.includes(name) ? [1, 'F'] : [2, ''], log);
        assert.deepEqual(readdirSync(workspace), []);
        assert.doesNotMatch(log, /^::(?:error::y|set-output|add-mask)/mu);
      }),
    );
  });
}
