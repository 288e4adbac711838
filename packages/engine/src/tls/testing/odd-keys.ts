import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyKind } from './random-server.ts';
import { groupsOf, keyed, known, type modes, nodeServer, skip, suitesOf, take } from './odd-server.ts';

type Modes = readonly (typeof modes)[number][];

/** Servers with one group each. */
export function testSingleGroups(groups: Readonly<Record<string, number>>, inModes: Modes): void {
  test('a single supported group is found, whichever it is, with the chain', { skip }, async (t) => {
    for (const [ecdhCurve, code] of Object.entries(groups)) {
      const port = await nodeServer(t, { ...keyed('rsa'), ecdhCurve, ciphers: 'AES128-SHA:ECDHE-RSA-AES128-SHA' });
      for (const mode of inModes) {
        const endpoint = await take(port, mode);
        const isCurve = code < 0x100;
        assert.deepEqual(groupsOf(endpoint, 'TLSv1.3'), [code], ecdhCurve);
        assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), isCurve ? [code] : [], ecdhCurve);
        assert.deepEqual(suitesOf(endpoint)['TLSv1.2'], isCurve ? '002f c013' : '002f');
        assert.deepEqual([endpoint.chains.length, endpoint.largeHello], [1, known(true)], ecdhCurve);
      }
    }
  });
}

/** Servers with one key each. */
export function testKeyKinds(kinds: readonly KeyKind[], inModes: Modes): void {
  test(`keys are met: ${kinds.join(', ')}`, { skip }, async (t) => {
    for (const kind of kinds) {
      const suite = kind === 'rsa-pss' ? 'c02f' : 'c02b';
      const port = await nodeServer(t, {
        ...keyed(kind),
        ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
      });
      for (const mode of inModes) {
        const endpoint = await take(port, mode);
        assert.equal(suitesOf(endpoint)['TLSv1.2'], suite, kind);
        assert.equal(endpoint.chains.length, 1, kind);
      }
    }
  });
}

/** Servers whose only group is a curve that no browser offers. */
export function testRareCurve(lists: readonly string[], inModes: Modes): void {
  test(`a curve that no browser offers is found: ${lists.join(' and ')}`, { skip }, async (t) => {
    const sect163k1 = 0x0001;
    for (const ciphers of lists) {
      const suites = ciphers.startsWith('AES') ? '002f c013' : 'c013 c014';
      const options = { ...keyed('rsa'), ciphers: `${ciphers}:@SECLEVEL=0`, ecdhCurve: 'sect163k1' } as const;
      for (const mode of inModes) {
        const port = await nodeServer(t, { ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
        const endpoint = await take(port, mode);
        assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': suites });
        assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), [sect163k1]);
      }
    }
  });
}
