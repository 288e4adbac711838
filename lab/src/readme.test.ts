import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readmeIsCurrent } from './readme.ts';

test('the tables of the README equal those that the lab uses', () => {
  assert.ok(readmeIsCurrent(), 'node lab/src/main.ts readme writes them anew');
});
