import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedVersion, goodEndpoint, refusedVersion } from './example.ts';
import type { TlsVersion } from './schema.ts';
import { refusesBrowsers, unseenCertificate } from './browser-groups.ts';

const only13 = (...groups: readonly number[]): TlsVersion[] => [
  refusedVersion('TLSv1.2'),
  { ...acceptedVersion('TLSv1.3', [0x1301]), groups: [...groups], groupsEnumerated: true },
];

const curves12 = (group: number): TlsVersion => ({
  ...acceptedVersion('TLSv1.2', [0xc02b]),
  groups: [group],
  groupsEnumerated: true,
});

const rows: readonly (readonly [what: string, versions: TlsVersion[], says: RegExp | null])[] = [
  ['X448 alone', only13(0x001e), /Only x448 is accepted.*browsers do not offer, so they cannot connect/i],
  ['pure ML-KEM', only13(0x0201), /Only MLKEM768 .*browsers do not offer/],
  ['an odd hybrid', only13(0x11eb), /Only SecP256r1MLKEM768 .*browsers do not offer/],
  ['a code point of nobody', only13(0xfe33), /Only 0xfe33 .*browsers do not offer/],
  ['P-521 alone', only13(0x0019), /Only secp521r1 .*Chrome does not offer, so it cannot connect/],
  ['X448 beside X25519', only13(0x001e, 0x001d), null],
  ['the hybrid of browsers', only13(0x11ec), null],
  ['groups that nobody saw', only13(), null],
  ['TLS 1.2 by curves alone beside it', [curves12(0x001e), ...only13(0x001e).slice(1)], /Only x448 /i],
  ['TLS 1.2 with P-256', [curves12(0x0017), ...only13(0x001e).slice(1)], null],
  ['TLS 1.2 beside it, without curves', [acceptedVersion('TLSv1.2', [0x009c]), ...only13(0x001e).slice(1)], null],
];
for (const [what, versions, says] of rows)
  test(`whether browsers can connect: ${what}`, () => {
    const endpoint = { ...goodEndpoint, versions, chains: [] };
    const refusal = refusesBrowsers(endpoint);
    if (says === null) assert.equal(refusal, null);
    else assert.match(refusal ?? '', says);
    assert.doesNotMatch(unseenCertificate(endpoint).reason, /sent no certificate/);
  });
