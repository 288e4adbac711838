import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

test('the page on opting out names everything that is contacted, mail servers on port 25 among it', () => {
  const html = rendered({ name: 'opt-out', userAgent: 'PerimeterAudit/0.0.0', contact: null });
  for (const sent of [/DNS queries/u, /TLS handshakes/u, /HTTP GET/u, /SMTP connections to port 25/u])
    assert.match(html, sent);
});
