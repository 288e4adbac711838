// ledger.slow.test.ts guards this in `npm test`, with fewer random courses of events.
import { after, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import { assertLedger } from '../../testing/models/ledger.ts';

const database = await openTestDatabase();
after(database.close);

test('after any concurrent starts, kills, cancellations, failures and completions, used credits equal audits with their own measurement that completed or run', async () =>
  assertLedger(database.db, 100));
