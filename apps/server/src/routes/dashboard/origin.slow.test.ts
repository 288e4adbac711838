import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';
import { originFor } from '../../http/reached-origin.ts';

const fallback = 'http://localhost:8080';

for (const [host, protocol, expected] of [
  ['localhost:43117', 'http', 'http://localhost:43117'],
  ['Audit.Example', 'https', 'https://audit.example'],
  ['[::1]:8080', 'http', 'http://[::1]:8080'],
  ['192.0.2.1', 'http', 'http://192.0.2.1'],
  ['', 'http', fallback],
  ['a"><script>alert(1)</script>', 'http', fallback],
  ['a.example/path', 'http', fallback],
  ['a.example; rm -rf .', 'http', fallback],
  ['user@a.example', 'http', fallback],
  ['$(id).example', 'http', fallback],
] as const) {
  test(`${JSON.stringify(host)} over ${protocol} is shown as ${expected}`, () => {
    assert.equal(originFor({ host, protocol }, null, fallback), expected);
  });
}

test("the operator's public URL takes precedence", () => {
  assert.equal(
    originFor({ host: 'evil.example', protocol: 'http' }, 'https://audit.example', fallback),
    'https://audit.example',
  );
});

test('the start page shows the address that the browser used, and ignores untrusted proxies', async () => {
  const { http } = await serviceForTests(deterministicEngine(1));
  const headers = { host: 'audit.example:8443', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const page = await http.inject({ url: '/', headers });
  assert.match(page.body, /api=http:\/\/audit\.example:8443\/api\n/);
  assert.doesNotMatch(page.body, /evil/);
  const odd = await http.inject({ url: '/', headers: { host: 'x"onload="y' } });
  assert.equal(odd.statusCode, 400);
  assert.doesNotMatch(odd.body, /onload/);
});
