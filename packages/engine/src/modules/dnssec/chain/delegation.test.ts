import type { Row } from '../../../catalogue/testing/rows.ts';
import {
  ds,
  island,
  judged,
  key,
  stripped,
  testRows,
  unanswered,
  unsigned,
  type Changes,
} from '../testing/evidence.ts';
import { dnssecDsDigestWeak, dnssecDsNoDnskey, dnssecDsOrphan, dnssecIsland, dnssecUnsigned } from './delegation.ts';

const mismatch: Changes = { apexZone: { ...judged('bogus', 'ds-mismatch'), ds: [ds({ keyTag: 7, matches: false })] } };
const rows: readonly Row<Changes>[] = [
  [dnssecUnsigned, 'signed', {}, 'pass'],
  [dnssecUnsigned, 'neither DS nor DNSKEY', unsigned, 'fail', /example\.test\. DS: none/],
  [dnssecUnsigned, 'keys alone are a separate check', island, 'pass'],
  [dnssecUnsigned, 'no answer', unanswered, 'inconclusive'],
  [dnssecUnsigned, 'a resolver that strips', stripped, 'inconclusive'],
  [dnssecUnsigned, 'no zone was found', { apex: null }, 'inconclusive'],
  [dnssecIsland, 'signed', {}, 'pass'],
  [dnssecIsland, 'no DS', island, 'fail', /key tag 100/],
  [dnssecIsland, 'not signed', unsigned, 'not-applicable'],
  [dnssecIsland, 'no answer', unanswered, 'inconclusive'],
  [dnssecDsNoDnskey, 'one matches', {}, 'pass'],
  [dnssecDsNoDnskey, 'none matches', mismatch, 'fail', /DS 7 13 2 .*no DNSKEY matches/],
  [
    dnssecDsNoDnskey,
    'no keys at all',
    { apexZone: { ...judged('bogus', 'key-missing'), keys: [] } },
    'fail',
    /no DNSKEY record/,
  ],
  [dnssecDsNoDnskey, 'no DS', island, 'not-applicable'],
  [
    dnssecDsNoDnskey,
    'nobody knows the algorithm',
    { apexZone: judged('insecure', 'unsupported-algorithm') },
    'not-applicable',
  ],
  [dnssecDsNoDnskey, 'the zone above is not signed', { parent: judged('insecure', 'no-ds') }, 'not-applicable', /test/],
  [dnssecDsNoDnskey, 'the zone above is bogus', { parent: judged('bogus', 'ds-mismatch') }, 'inconclusive'],
  [dnssecDsNoDnskey, 'too much arithmetic', { apexZone: judged('indeterminate', 'capped') }, 'inconclusive'],
  [dnssecDsDigestWeak, 'SHA-256', {}, 'pass'],
  [dnssecDsDigestWeak, 'SHA-1 alone', { apexZone: { ds: [ds({ digestType: 1 })] } }, 'fail', /RFC 9905/],
  [dnssecDsDigestWeak, 'SHA-1 beside SHA-256', { apexZone: { ds: [ds(), ds({ digestType: 1 })] } }, 'informational'],
  [dnssecDsDigestWeak, 'GOST alone', { apexZone: { ds: [ds({ digestType: 3 })] } }, 'fail'],
  [dnssecDsDigestWeak, 'no DS', island, 'not-applicable'],
  [dnssecDsOrphan, 'all match', {}, 'pass'],
  [
    dnssecDsOrphan,
    'one is left over',
    { apexZone: { ds: [ds(), ds({ keyTag: 9, matches: false })] } },
    'informational',
    /DS 9/,
  ],
  [dnssecDsOrphan, 'none matches', mismatch, 'not-applicable'],
  [dnssecDsOrphan, 'no answer', unanswered, 'inconclusive'],
  [dnssecIsland, 'two keys', { apexZone: { ...island.apexZone, keys: [key(), key({ keyTag: 3 })] } }, 'fail', /tag 3/],
];

testRows(rows);
