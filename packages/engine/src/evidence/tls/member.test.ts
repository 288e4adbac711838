import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netFailed, seen } from '../observed.ts';
import { audited, type Changes } from '../../modules/certificates/testing/evidence.ts';
import { tlsMember } from './member.ts';

/** Trust as the section shows it, where the platform says this much and the certificates probe that. */
function shown(platform: boolean, changes: Changes) {
  const trust = seen({ authorized: platform, error: platform ? null : 'CERT_HAS_EXPIRED' });
  const { tls, certificates } = audited({ ...changes, endpoint: { trust } });
  const pick = ([first]: ReturnType<typeof tlsMember>['endpoints']) => [first?.trusted, first?.trustError];
  const others = certificates.chains.map((one) => ({ ...one, port: 8_443 }));
  return {
    with: pick(tlsMember(tls, certificates).endpoints),
    without: pick(tlsMember(tls).endpoints),
    elsewhere: pick(tlsMember(tls, { ...certificates, chains: others }).endpoints),
  };
}

test('one report says one thing of trust: what the certificates probe found by its list of roots', () => {
  assert.deepEqual(shown(true, { problems: ['distrusted'] }).with, [false, 'distrusted']);
  assert.deepEqual(shown(false, {}).with, [true, null]);
});

test('where it judged no chain of the endpoint, the platform is believed', () => {
  assert.deepEqual(shown(false, {}).without, [false, 'CERT_HAS_EXPIRED']);
  assert.deepEqual(shown(true, { problems: ['distrusted'] }).elsewhere, [true, null]);
});

test('a ticket lifetime is unknown where a ticket may have been missed, and none where none was issued', () => {
  const tickets = {
    tls12LifetimeHint: null,
    tls13Lifetime: null,
    tls13Missed: netFailed('timeout', 'ticket-unanswered'),
  };
  const [shownThere] = tlsMember(audited({ endpoint: { tickets: seen(tickets) } }).tls).endpoints;
  const unknown = Object.keys(shownThere?.notSeen ?? {}).filter((name) => name.startsWith('ticketLifetime'));
  assert.deepEqual(unknown, ['ticketLifetimeTls13Seconds']);
  assert.match(shownThere?.notSeen['ticketLifetimeTls13Seconds'] ?? '', /No session ticket came in time/);
});
