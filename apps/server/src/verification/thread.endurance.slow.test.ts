// thread.slow.test.ts reads the two units that take longest.
import { test } from 'node:test';
import { assertRead } from '../testing/documents/longest-json.ts';
import { createVerifyThread } from './thread.ts';

test('JSON of any unit that is as long as is accepted does not end the process', async () => {
  const thread = createVerifyThread(120_000);
  for (const unit of ['{},', '[],', '{"":0},', '"",', '0,']) await assertRead(thread, unit);
  await thread.close();
});
