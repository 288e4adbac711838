import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bufferLog } from './log-buffer.ts';

test('info lines are written together in order; a warning is written at once with all lines before it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written: string[] = [];
  const log = bufferLog({ write: (text) => written.push(text) });
  log.write('{"level":30,"msg":"a"}\n');
  log.write('{"level":20,"msg":"b"}\n');
  assert.deepEqual(written, []);
  t.mock.timers.tick(100);
  assert.deepEqual(written, ['{"level":30,"msg":"a"}\n{"level":20,"msg":"b"}\n']);
  log.write('{"level":30,"msg":"c"}\n');
  log.write('{"level":40,"msg":"d"}\n');
  assert.deepEqual(written.slice(1), ['{"level":30,"msg":"c"}\n{"level":40,"msg":"d"}\n']);
  t.mock.timers.tick(1_000);
  assert.equal(written.length, 2);
});

test('many lines are written without waiting for the timer', () => {
  const written: string[] = [];
  const log = bufferLog({ write: (text) => written.push(text) });
  const line = `{"level":30,"msg":"${'x'.repeat(1_000)}"}\n`;
  for (let n = 0; n < 100; n += 1) log.write(line);
  assert.ok(written.length >= 2);
});
