import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetricsSettings } from './metrics.ts';

test('metrics are off by default, and need an address with a port', () => {
  assert.deepEqual(readMetricsSettings({}), { ok: true, value: null });
  const valid = { '127.0.0.1:9100': '127.0.0.1', '[::1]:9100': '::1', 'localhost:9100': 'localhost' };
  for (const [text, host] of Object.entries(valid)) {
    assert.deepEqual(readMetricsSettings({ PERIMETER_METRICS: text }), { ok: true, value: { host, port: 9100 } });
  }
});

test('any other value is refused, naming the variable', () => {
  for (const text of ['9100', ':9100', 'example.com:9100', '::1:9100', '127.0.0.1:70000', '[127.0.0.1]:1', 'on']) {
    const read = readMetricsSettings({ PERIMETER_METRICS: text });
    assert.ok(!read.ok && read.problem.startsWith('PERIMETER_METRICS'), text);
  }
});
