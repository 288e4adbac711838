import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookiesOf } from '../cookies.ts';
import { relyingPartyFor } from './relying-party.ts';

/** Public URL, Host, peer address, and the expected relying party. */
const rows: readonly (readonly [string | null, string, string, string | null])[] = [
  ['https://perimeter.example', 'perimeter.example', '203.0.113.7', 'perimeter.example'],
  ['https://perimeter.example:8443', 'perimeter.example:8443', '203.0.113.7', 'perimeter.example'],
  ['https://perimeter.example', 'evil.example', '203.0.113.7', 'perimeter.example'],
  ['http://perimeter.example', 'perimeter.example', '203.0.113.7', null],
  ['https://203.0.113.80', '203.0.113.80', '203.0.113.7', null],
  ['https://[2001:db8::1]', '[2001:db8::1]', '203.0.113.7', null],
  ['http://localhost:8080', 'localhost:8080', '127.0.0.1', 'localhost'],
  [null, 'localhost:8080', '127.0.0.1', 'localhost'],
  [null, 'LOCALHOST:8080', '::1', 'localhost'],
  [null, 'localhost:8080', '203.0.113.7', null],
  [null, '127.0.0.1:8080', '127.0.0.1', null],
  [null, 'perimeter.example', '203.0.113.7', null],
  [null, 'localhost.evil.example', '127.0.0.1', null],
];

test('the relying party is the host that the operator names or a loopback name, and no other', () => {
  for (const [publicOrigin, host, remoteAddress, id] of rows) {
    const request = { headers: { host }, socket: { remoteAddress } };
    const rp = relyingPartyFor(request, { publicOrigin, cookiesOf: cookiesOf({ trustProxy: false, publicOrigin }) });
    assert.equal(rp?.id ?? null, id, `${publicOrigin} ${host} from ${remoteAddress}`);
  }
});
