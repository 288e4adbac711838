import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../testing/random.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { findPath } from './path.ts';
import { chainOf, constrain, drop, names, now } from './testing/chain.ts';
import { verifyForTests } from './testing/verify.ts';

/** A name of one type that is asked for, another one, and a subtree around each. */
const kinds = {
  dns: {
    asked: 'dns:test.localhost',
    other: 'dns:bad.example.com',
    around: 'dns:localhost',
    elsewhere: 'dns:example.com',
  },
  ip: {
    asked: 'ip:127.0.0.1',
    other: 'ip:1.1.1.1',
    around: 'hex-ip:7f000000ffffff00',
    elsewhere: 'hex-ip:01010100ffffff00',
  },
} as const;

const choice = fc.constantFrom('none', 'asked', 'other');
const side = fc.record({ name: choice, permitted: choice, excluded: choice });
const cases = fc.record({ host: fc.constantFrom('dns', 'ip'), dns: side, ip: side });

type Side = typeof side extends fc.Arbitrary<infer T> ? T : never;

/** A name is refused where it is excluded, and where another subtree than its own is permitted. */
const isRefused = ({ name, permitted, excluded }: Side): boolean =>
  name !== 'none' && (excluded === name || (permitted !== 'none' && permitted !== name));

const subtree = (kind: 'dns' | 'ip', which: Side['name']): string[] =>
  which === 'none' ? [] : [which === 'asked' ? kinds[kind].around : kinds[kind].elsewhere];

const someOrNone = (list: readonly string[]): readonly string[] | undefined => (list.length === 0 ? undefined : list);

test('names and constraints of two types together are valid exactly where each type is', () => {
  fc.assert(
    fc.property(cases, ({ host, dns, ip }) => {
      const sans = (['dns', 'ip'] as const).flatMap((kind) => {
        const { name } = kind === 'dns' ? dns : ip;
        return name === 'none' ? [] : [kinds[kind][name]];
      });
      const permitted = someOrNone([...subtree('dns', dns.permitted), ...subtree('ip', ip.permitted)]);
      const excluded = someOrNone([...subtree('dns', dns.excluded), ...subtree('ip', ip.excluded)]);
      const chain = chainOf({
        leaf: [sans.length === 0 ? drop('2.5.29.17') : names(...sans)],
        issuer: permitted === undefined && excluded === undefined ? [] : [constrain(permitted, excluded)],
      });
      const { problems } = findPath({
        leaf: parseCertificate(chain.leaf),
        intermediates: chain.intermediates.map((der) => parseCertificate(der)),
        roots: chain.roots.map((der) => parseCertificate(der)),
        host: host === 'dns' ? 'test.localhost' : '127.0.0.1',
        atSeconds: Date.parse(now) / 1000,
        verify: verifyForTests,
      });
      const expected = [
        ...(isRefused(dns) || isRefused(ip) ? ['name-constraints'] : []),
        ...((host === 'dns' ? dns : ip).name === 'asked' ? [] : ['name-mismatch']),
      ];
      assert.deepEqual(problems.map(({ code }) => code).toSorted(), expected);
    }),
    { numRuns: dayRuns(50) },
  );
});
