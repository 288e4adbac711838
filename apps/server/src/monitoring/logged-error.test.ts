import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createHttp } from '../plugins/bare-server.ts';
import { openTestDatabase } from '../testing/database.ts';

const database = await openTestDatabase();
after(database.close);

test('a log line about a database error quotes no row', async () => {
  const lines: string[] = [];
  const http = createHttp({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  const refused: unknown = await sql`insert into opt_outs (domain, reason) values ('private-name.net', null)`
    .execute(database.db)
    .catch((error: unknown) => error);
  assert.match(String(Reflect.get(Object(refused), 'detail')), /private-name\.net/, 'the error itself quotes it');
  http.log.error({ err: refused }, 'Failed');
  http.log.error({ err: new Error('outer', { cause: refused }) }, 'Failed');
  http.log.error({ err: new AggregateError([refused], 'both addresses') }, 'Failed');
  assert.equal(lines.length, 3);
  for (const line of lines) {
    assert.ok(!line.includes('private-name'), line);
    assert.match(line, /violates not-null constraint.*"code":"23502"|"code":"23502".*violates not-null constraint/u);
    assert.match(line, /"stack":"/u);
  }
});
