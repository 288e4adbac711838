import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { loginRows, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { svcAiOpen, svcDevtoolOpen } from './tools.ts';

testRows([
  ...loginRows(svcDevtoolOpen, serviceAt(8888, 'jupyter', 'open'), /Jupyter on port 8888.*run code/),
  [svcDevtoolOpen, 'Prometheus', sweptWith([serviceAt(9090, 'prometheus', 'open')]), 'fail', /strangers read its data/],
  ...loginRows(
    svcAiOpen,
    serviceAt(11_434, 'ollama', 'open', { version: '0.3.1' }),
    /Ollama 0\.3\.1 on port 11434.*at your cost/,
  ),
  ...loginRows(svcAiOpen, serviceAt(19_530, 'milvus', 'open'), /Milvus on port 19530.*what it holds/),
]);

test('read-only access weighs less than running code', () => {
  const [read] = draftsOf(svcDevtoolOpen.evaluate(sweptWith([serviceAt(9090, 'prometheus', 'open')])));
  const [run] = draftsOf(svcDevtoolOpen.evaluate(sweptWith([serviceAt(8888, 'jupyter', 'open')])));
  assert.ok(read !== undefined && 'cvss' in read && read.cvss === 'internalDataRead');
  assert.ok(run !== undefined && !('cvss' in run));
});
