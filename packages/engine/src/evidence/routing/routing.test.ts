import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { reversedAddress, reverseNameOf } from './prefix.ts';
import { routeState } from './rpki.ts';
import type { Vrp } from './schema.ts';

test('reverse names of both families', () => {
  assert.equal(reverseNameOf('192.0.2.1'), '1.2.0.192.in-addr.arpa');
  assert.equal(
    reverseNameOf('2001:db8::567:89ab'),
    'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
  );
  for (const text of ['', 'x', '1.2.3', ':::', '1.2.3.4.5']) assert.equal(reversedAddress(text), null, text);
});

/** The first route of RFC 6811's algorithm, over integers: an independent reading to compare with. */
function expected(route: { value: number; bits: number }, system: number, vrps: readonly Vrp[]): string {
  const numbers = vrps.map(({ prefix, ...rest }) => {
    const [address = '', bits = ''] = prefix.split('/');
    const value = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
    return { value, bits: Number(bits), ...rest };
  });
  const covering = numbers.filter(
    ({ value, bits }) =>
      bits <= route.bits && Math.floor(value / 2 ** (32 - bits)) === Math.floor(route.value / 2 ** (32 - bits)),
  );
  if (covering.length === 0) return 'not-found';
  const isMatch = covering.some((one) => one.system === system && system !== 0 && route.bits <= one.maxLength);
  return isMatch ? 'valid' : 'invalid';
}

const textOf = (value: number): string => [24, 16, 8, 0].map((at) => Math.floor(value / 2 ** at) % 256).join('.');

test('the state of a route is that of RFC 6811', () => {
  const prefix = fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 32 })).map(([high, bits]) => {
    const value = high * 2 ** 28;
    return { value: bits === 0 ? 0 : Math.floor(value / 2 ** (32 - bits)) * 2 ** (32 - bits), bits };
  });
  const system = fc.integer({ min: 0, max: 3 });
  const vrp = fc.tuple(prefix, system, fc.integer({ min: 0, max: 32 })).map(([{ value, bits }, of, more]) => ({
    prefix: `${textOf(value)}/${bits}`,
    system: of,
    maxLength: Math.max(bits, more),
  }));
  fc.assert(
    fc.property(prefix, system, fc.array(vrp, { maxLength: 8 }), (route, of, vrps) => {
      assert.equal(routeState(`${textOf(route.value)}/${route.bits}`, of, vrps).state, expected(route, of, vrps));
    }),
    { numRuns: 500 },
  );
});

test('families are apart', () => {
  assert.equal(routeState('192.0.2.0/24', 1, [{ prefix: '::/0', system: 1, maxLength: 128 }]).state, 'not-found');
});
