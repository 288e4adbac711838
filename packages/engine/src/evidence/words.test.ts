import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { stepText } from './step.ts';

const engine = path.resolve(import.meta.dirname, '..');

/** Matches code that takes an error's text: the platform's text changes with its version, and a codec error is stored as `kept`. */
const wordsOfErrors = /\b(?:error|fault|cause|thrown|reason|problem)\??[.]message\b/u;

/** Problems of files and settings, which go to the operator and never into evidence. */
const forOperators = /^(?:net\/read-settings|pki\/revocation\/given-lists|pki\/trust-lists\/[\w-]+)[.]ts$/u;

test('network evidence never contains error messages', () => {
  const sources = globSync('{net,tls,pki,probes,evidence}/**/*.ts', { cwd: engine }).filter(
    (file) => !/[.]test[.]ts$|(?:^|\/)testing\//u.test(file) && !forOperators.test(file),
  );
  assert.ok(sources.length > 300);
  const found = sources.filter((file) => wordsOfErrors.test(readFileSync(path.join(engine, file), 'utf8')));
  assert.deepEqual(found, []);
});

/** Every network failure anywhere in stored evidence. */
function* failuresIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  if ('reason' in value && ('gap' in value || 'detail' in value)) yield value;
  for (const one of Object.values(value)) yield* failuresIn(one);
}

test('failures and failed steps in golden evidence are codes', () => {
  const files = globSync('golden/*.evidence.json', { cwd: path.dirname(engine) });
  const failures = files.flatMap((file) => [
    ...failuresIn(JSON.parse(readFileSync(path.join(path.dirname(engine), file), 'utf8'))),
  ]);
  const steps = failures.flatMap((failure) =>
    'gap' in failure && String(failure.gap).startsWith('step-') && 'values' in failure && Array.isArray(failure.values)
      ? [String(failure.values[0])]
      : [],
  );
  assert.deepEqual(
    failures.filter((failure) => 'detail' in failure),
    [],
  );
  assert.ok(steps.length > 10);
  for (const step of steps) assert.notEqual(stepText(step), step);
});
