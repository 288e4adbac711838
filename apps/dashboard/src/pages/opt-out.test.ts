import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

const page = {
  name: 'opt-out',
  userAgent: 'PerimeterAudit/0.0.0',
  contact: null,
  sourceAddresses: ['203.0.113.9', '2001:db8::/64'],
  ceilings: { domain: { hour: 30, day: 120 }, address: { hour: 60, day: 240 }, authority: null },
  claim: null,
  mistake: null,
  typed: '',
} as const;

test('the page on opting out names everything that is contacted, mail servers on port 25 among it', () => {
  const html = rendered(page);
  for (const sent of [/DNS queries/u, /TLS handshakes/u, /HTTP GET/u, /SMTP connections to port 25/u])
    assert.match(html, sent);
});

test('the page says how often, from where, whom to write to, and what to publish', () => {
  const html = rendered(page);
  for (const said of [/at most 30 times an hour and 120 times a day/u, /203\.0\.113\.9/u, /has not named a contact/u])
    assert.match(html, said);
  const claim = { name: 'owner.net', kind: 'domain', token: 'perimeter-opt-out=x', state: 'asked' } as const;
  const asked = { ...claim, record: '_perimeter-opt-out.owner.net', file: 'https://owner.net/.well-known/x.txt' };
  assert.match(rendered({ ...page, contact: 'mailto:abuse@operator.net', claim: asked }), /abuse@operator\.net/u);
  assert.match(rendered({ ...page, claim: asked }), /_perimeter-opt-out\.owner\.net\. TXT/u);
  assert.match(rendered({ ...page, claim: { ...asked, state: 'done' } }), /owner\.net is opted out/u);
  const international = { ...asked, name: 'xn--bcher-kva.example', record: '_perimeter-opt-out.xn--bcher-kva.example' };
  const shown = rendered({ ...page, claim: international }).replaceAll('<!-- -->', '');
  assert.match(shown, /TXT record for bücher\.example \(xn--bcher-kva\.example\)/u);
  assert.match(shown, /_perimeter-opt-out\.xn--bcher-kva\.example\. TXT/u, 'what to publish is in the form of DNS');
  assert.match(rendered({ ...page, mistake: 'No <domain>', typed: '<' }), /No &lt;domain&gt;/u);
});
