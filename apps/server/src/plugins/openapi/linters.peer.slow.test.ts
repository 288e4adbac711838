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

test('Spectral reports no error, examples included', async () => {
  const linter = new spectral.Spectral();
  // No description where the summary is sufficient; the contact is an operator's setting, shown on /opt-out.
  const rules = { 'operation-description': 'off', 'info-contact': 'off' } as const;
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']], rules });
  const found = await linter.run(source);
  assert.deepEqual(
    found.map(({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`),
    [],
  );
});

test('Redocly reports no error, examples included', async () => {
  // Objects with one member per category list the names in propertyNames, which this rule does not support.
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
