import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProtocolOutcome, createAlpnScan, maxAlpnAttempts } from './application-protocols.ts';

const known = <T>(value: T) => ({ known: true, value });

/** Lets a server answer until the ALPN scan has nothing more to offer. */
function questWith(answer: (offered: readonly string[]) => ProtocolOutcome) {
  const alpn = createAlpnScan();
  for (let turn = 0; turn < maxAlpnAttempts && alpn.offer().length > 0; turn += 1) {
    const offered = alpn.offer();
    alpn.take(offered, answer(offered));
  }
  return alpn.facts();
}

const selecting =
  (supported: readonly string[], otherwise: ProtocolOutcome) =>
  (offered: readonly string[]): ProtocolOutcome => {
    const protocol = supported.find((name) => offered.includes(name));
    return protocol === undefined ? otherwise : { kind: 'selected', protocol };
  };

test('servers that refuse unknown protocols, ignore them, or answer with their own are distinguished', () => {
  const both = ['h2', 'http/1.1'];
  const strict = questWith(selecting(both, { kind: 'rejected' }));
  assert.deepEqual(strict.alpnRejectsUnknown, known(true));
  const lax = questWith(selecting(both, { kind: 'selected', protocol: null }));
  assert.deepEqual(lax.alpnRejectsUnknown, known(false));
  const stubborn = questWith(selecting(['http/1.1'], { kind: 'selected', protocol: 'http/1.1' }));
  assert.deepEqual(stubborn.alpnRejectsUnknown, known(false));
  assert.ok(stubborn.alpn.known);
  assert.deepEqual(stubborn.alpn.value.selected, ['http/1.1']);
});

test('without a clear answer, the handling of unknown protocols is unknown', () => {
  assert.equal(questWith(() => ({ kind: 'unclear' })).alpnRejectsUnknown.known, false);
});
