// Every recipe and each hostile text with the real command. By day recipes.slow.test.ts runs one recipe with it, and has the others and
// all hostile inputs arrive at a command that writes down its arguments.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { junitProblems, xmllintMissing } from '@perimeter/report/testing/schemas';
import { component, offline, recipes, runComponent, runScript } from '../testing/ci-recipes.ts';

for (const [name, { shell, script, junit }] of Object.entries(recipes)) {
  test(`the recipe for ${name} fails with the gate and stores its report`, { skip: xmllintMissing }, () => {
    const { status, output, read } = runScript(shell, offline(script, 'bad.lab'));
    assert.equal(status, 1, output);
    assert.deepEqual(junitProblems(read(junit)), []);
    assert.match(output, /bad\.lab: \d+ of 100, grade F; gate failed/u);
  });
}

test('the component passes without a severity to fail on', () => {
  assert.equal(runComponent({ 'fail-on': 'none' }, evidencePath('good.lab')).status, 0);
});

test('inputs of the component are not executed', () => {
  const { lines } = component({});
  for (const line of lines) assert.doesNotMatch(line, /\$\[\[/u);
  for (const text of ['$(touch x)', '`touch x`', '"; touch x; "', '--help', '*', 'a\ntouch x']) {
    for (const name of ['domains', 'mode', 'fail-on', 'sha256', 'package']) {
      const { status, workspace, output } = runComponent({ [name]: text });
      assert.notEqual(status, 0, `${name}=${text}: ${output}`);
      assert.ok(!readdirSync(workspace).includes('x'), `${name}=${text}`);
    }
  }
});

for (const [name, { shell, script }] of Object.entries(recipes)) {
  test(`variables of the recipe for ${name} are not executed`, () => {
    for (const text of ['$(touch x)', '`touch x`', '"; touch x; "', '--help', '-K/etc/passwd', '*', 'a\ntouch x', ''])
      for (const variable of ['PERIMETER_PACKAGE', 'PERIMETER_SHA256']) {
        const { status, workspace, output } = runScript(shell, offline(script, 'bad.lab'), { [variable]: text });
        assert.notEqual(status, 0, `${variable}=${text}: ${output}`);
        assert.deepEqual(
          readdirSync(workspace).filter((file) => file === 'x' || file === 'package'),
          [],
          text,
        );
      }
  });
}
