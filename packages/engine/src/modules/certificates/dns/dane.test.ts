import { seen } from '../../../evidence/observed.ts';
import { daneHttps } from './dane.ts';
import { audited, digest, key, rsa, timedOut, together, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';

const record = (
  matches: readonly string[],
  changes: Partial<{ usage: number; matchingType: number; data: string }> = {},
) => ({
  usage: 3,
  selector: 1,
  matchingType: 1,
  data: matches.length > 0 ? digest('a1') : digest('e6'),
  matches: [...matches],
  ...changes,
});
const given = (
  records: readonly ReturnType<typeof record>[],
  changes: Partial<{ name: string; authenticated: boolean }> = {},
): Changes => ({
  evidence: {
    tlsa: seen([{ name: '_443._tcp.example.test', authenticated: true, records: [...records], ...changes }]),
  },
});
const here = '192.0.2.1';
const matching = record([here]);
const other = record([]);
const left = audited({
  endpoint: {
    address: '192.0.2.2',
    speaksTls: false,
    unreachable: { reason: 'budget', gap: 'words-kept', values: ['The budget was used up'] },
  },
  evidence: { chains: [] },
});

const { key: rsaKey } = rsa(2_048);
const withRsa = audited({
  leaf: { sha256: digest('9e'), key: { ...rsaKey, spkiSha256: digest('f7') } },
  chain: { keyType: 'rsa' },
});

const rows: readonly Row[] = [
  [daneHttps, 'the record matches', given([matching]), 'pass'],
  [daneHttps, 'one of two matches', given([other, matching]), 'pass'],
  [
    daneHttps,
    'none matches',
    given([other]),
    'fail',
    /_443\._tcp\.example\.test\. TLSA 3 1 1 e6e6.*Reproduce: dig TLSA _443\._tcp\.example\.test \+dnssec/s,
  ],
  [
    daneHttps,
    'it matches on one address of two',
    together(
      audited(given([matching])),
      audited({
        endpoint: { address: '2001:db8::1' },
        leaf: { sha256: digest('9e'), ...key({ spkiSha256: digest('f7') }) },
      }),
    ),
    'fail',
    /2001:db8::1 serves/,
  ],
  [
    daneHttps,
    'the RSA certificate of the same address has none',
    together(audited(given([matching])), withRsa),
    'fail',
    /matches the RSA 2048 chain/,
  ],
  [
    daneHttps,
    'the issuer is vouched for, which the probe says',
    given([record([here], { usage: 2, data: digest('e6') })]),
    'pass',
  ],
  [
    daneHttps,
    'a record of an issuer, which SSL 2.0 has no room for',
    { ...given([record([], { usage: 2, data: digest('e6') })]), chain: { viaVersion: 'SSLv2' } },
    'inconclusive',
    /SSL 2\.0 transmits only one certificate/,
  ],
  [daneHttps, 'another leaf, seen in SSL 2.0', { ...given([other]), chain: { viaVersion: 'SSLv2' } }, 'fail'],
  [
    daneHttps,
    'a whole key in place of a digest, which the probe says',
    given([record([here], { matchingType: 0, data: digest('e6') })]),
    'pass',
  ],
  [
    daneHttps,
    'without signatures nobody heeds them',
    given([other], { authenticated: false }),
    'not-applicable',
    /not signed/,
  ],
  [daneHttps, 'a usage that does not exist', given([record([], { usage: 4 })]), 'not-applicable', /RFC 7671/],
  [daneHttps, 'a digest of the wrong length', given([record([], { data: 'e6' })]), 'not-applicable'],
  [daneHttps, 'an unusable record beside one that matches', given([record([], { usage: 255 }), matching]), 'pass'],
  [daneHttps, 'records of another port', given([other], { name: '_25._tcp.example.test' }), 'not-applicable'],
  [daneHttps, 'there are none', {}, 'not-applicable'],
  [daneHttps, 'a name without records', given([]), 'not-applicable'],
  [daneHttps, 'an address was left out', together(audited(given([matching])), left), 'inconclusive'],
  [daneHttps, 'not seen', { evidence: { tlsa: timedOut } }, 'inconclusive'],
];

testRows(rows);
