import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/database.ts';
import { leasesInDatabase } from './leases.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

const one = leasesInDatabase(db, randomUUID());
const two = leasesInDatabase(db, randomUUID());
const three = leasesInDatabase(db, randomUUID());

/** What each process was granted: parts, and the number of processes to share with. */
async function ask(process: typeof one, address: string, keep: 0 | 1 | 2): Promise<[number, number]> {
  const [grant] = await process([{ address, keep }], []);
  return [grant?.parts ?? -1, grant?.aim ?? -1];
}

test('a single process has all parts, a second one waits until half is returned, a third until one leaves', async () => {
  const address = '203.0.113.7';
  assert.deepEqual(await ask(one, address, 0), [2, 2]);
  assert.deepEqual(await ask(two, address, 0), [0, 1]);
  assert.deepEqual(await ask(one, address, 2), [2, 1], 'what is open stays, and is to come to one part');
  assert.deepEqual(await ask(two, address, 0), [0, 1]);
  assert.deepEqual(await ask(one, address, 1), [1, 1]);
  assert.deepEqual(await ask(two, address, 0), [1, 1]);
  assert.deepEqual(await ask(three, address, 0), [0, 1]);
  await one([], [address]);
  assert.deepEqual(await ask(three, address, 0), [1, 1]);
  assert.deepEqual(await ask(one, '2001:db8::1', 0), [2, 2], 'another address is another matter');
});

test('a waiting third process gets the part that was held longest', async () => {
  const address = '203.0.113.8';
  await ask(one, address, 0);
  await ask(two, address, 0);
  await ask(one, address, 1);
  await ask(two, address, 0);
  await ask(three, address, 0);
  assert.deepEqual(await ask(one, address, 1), [1, 1], 'not at once');
  await sql`update budget_leases set since_at = since_at - interval '4 seconds' where address = ${address}`.execute(db);
  assert.deepEqual(await ask(one, address, 1), [1, 0]);
  assert.deepEqual(await ask(two, address, 1), [1, 1], 'one at a time');
  assert.deepEqual(await ask(one, address, 0), [0, 1]);
  assert.deepEqual(await ask(three, address, 0), [1, 1]);
});

test("a dead process's parts are free once its leases expire", async () => {
  const address = '203.0.113.9';
  await ask(one, address, 0);
  assert.deepEqual(await ask(two, address, 0), [0, 1]);
  await sql`update budget_leases set until_at = now() - interval '1 second' where address = ${address} and parts = 2`.execute(
    db,
  );
  assert.deepEqual(await ask(two, address, 0), [2, 2]);
});

test('under concurrent requests no part of an address is granted twice', async () => {
  const all = Array.from({ length: 12 }, () => leasesInDatabase(db, randomUUID()));
  const addresses = Array.from({ length: 30 }, (_, n) => `198.51.100.${n}`);
  const granted = (
    await Promise.all(
      all.map(async (process) =>
        process(
          addresses.map((address) => ({ address, keep: 0 as const })),
          [],
        ),
      ),
    )
  ).flat();
  for (const address of addresses)
    assert.equal(
      granted.filter((grant) => grant.address === address).reduce((sum, { parts }) => sum + parts, 0),
      2,
    );
});
