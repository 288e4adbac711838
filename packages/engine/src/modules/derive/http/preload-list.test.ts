import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noHttp } from '../../../evidence/http/example.ts';
import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import { seen, unseen, untested } from '../../../evidence/observed.ts';
import { listingOf } from './preload-list.ts';

const listed = { host: 'site.lab', entry: { name: 'site.lab', includeSubdomains: false } };
const unlisted = { host: 'www.site.lab', entry: null };

function stateOf(host: string, preload: HttpEvidence['preload'], at: string): string {
  const listing = listingOf(host, { ...noHttp, preload }, Date.parse(at));
  return listing.state === 'unknown' ? `${listing.state}, ${listing.isOff ? 'off' : 'open'}` : listing.state;
}

test('an entry in the list counts at any age, a missing entry only for 90 days', () => {
  const list = seen({ file: 'list.json', date: '2026-08-01', hosts: [listed, unlisted] });
  for (const [host, at, state] of [
    ['site.lab', '2026-08-02', 'listed'],
    ['site.lab', '2027-08-02', 'listed'],
    ['www.site.lab', '2026-10-29', 'not-listed'],
    ['www.site.lab', '2026-10-30', 'unknown, open'],
    ['other.lab', '2026-08-02', 'unknown, open'],
  ] as const)
    assert.equal(stateOf(host, list, at), state, `${host} at ${at}`);
});

test('without a readable list, or with earlier evidence, nothing is known of any host', () => {
  assert.equal(stateOf('site.lab', undefined, '2026-08-02'), 'unknown, off');
  assert.equal(stateOf('site.lab', untested('preload-off'), '2026-08-02'), 'unknown, off');
  const unreadable = unseen('malformed', 'preload-unreadable', 'it ends early');
  assert.equal(stateOf('site.lab', unreadable, '2026-08-02'), 'unknown, open');
});
