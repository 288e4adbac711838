import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

test('behind a proxy that adds a path prefix, every link, form and asset has that prefix', async () => {
  const { http } = await serviceForTests(deterministicEngine(1), { PERIMETER_BASE_PATH: '/perimeter/' });
  for (const url of ['/', '/checks', '/compare', '/sign-in', '/verify', '/opt-out']) {
    const { body } = await http.inject(url);
    const own = [...body.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, path]) => String(path));
    assert.ok(own.length > 10, url);
    assert.deepEqual(
      own.filter((path) => !path.startsWith('/perimeter/')),
      [],
      url,
    );
  }
  const { statusCode, headers } = await http.inject('/settings/keys');
  assert.equal(statusCode, 303);
  assert.match(String(headers.location), /^\/perimeter\/sign-in\?next=/);
});
