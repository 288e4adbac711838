import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepPorts, standardPorts } from './ports.data.ts';
import { talks } from './talks.data.ts';

test('standard audits ask 32 ports, deep ones a thousand', () => {
  assert.equal(new Set(standardPorts).size, 32);
  assert.equal(new Set(deepPorts).size, 1_000);
  for (const port of standardPorts) assert.ok(deepPorts.includes(port), String(port));
  for (const { ports } of talks) for (const port of ports) assert.ok(deepPorts.includes(port), String(port));
  // Mail exchangers, name servers and the web have probes of their own.
  for (const port of [25, 53, 80, 443]) assert.ok(!deepPorts.includes(port), String(port));
});
