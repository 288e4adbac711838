// Each operation is called by operations.slow.test.ts; this file has the document judged by linters of others.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

const { http } = await serviceForTests(deterministicEngine(1));
const source = (await http.inject('/openapi.json')).body;

test('Spectral finds nothing that is wrong, examples included', async () => {
  const linter = new spectral.Spectral();
  // Where the summary says it all, a description would only repeat it; whom to write to is a setting, shown on /opt-out.
  const rules = { 'operation-description': 'off', 'info-contact': 'off' } as const;
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']], rules });
  const found = await linter.run(source);
  assert.deepEqual(
    found.map(({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`),
    [],
  );
});

test('Redocly finds nothing that is wrong, examples included', async () => {
  // Objects with a member for each category name these in propertyNames, which the rule does not read.
  const byNames = { 'no-required-schema-properties-undefined': 'off' } as const;
  const rules = {
    ...byNames,
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source, config });
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    [],
  );
});
