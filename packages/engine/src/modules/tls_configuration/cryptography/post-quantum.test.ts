import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import {
  endpoint,
  timedOut,
  tls12Only,
  tls13Only,
  withVersions,
  refusedEndpoint,
} from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsLargeHelloIntolerant, tlsPqDraftOnly, tlsPqMissing } from './post-quantum.ts';

const silent = refusedEndpoint;
const classical = tls13Only({ groups: [0x001d, 0x0017] });
const draft = tls13Only({ groups: [0x6399, 0x001d] });
const tls13Unknown = withVersions({ ...refusedVersion('TLSv1.3'), accepted: timedOut });

const rows: readonly Row[] = [
  [tlsPqMissing, 'X25519MLKEM768', goodEndpoint, 'pass', /0x11ec X25519MLKEM768/],
  [
    tlsPqMissing,
    'SecP384r1MLKEM1024 suffices, though the rest is unknown',
    tls13Only({ groups: [0x11ed], groupsEnumerated: false }),
    'pass',
  ],
  [
    tlsPqMissing,
    'classical groups alone',
    classical,
    'fail',
    /TLSv1\.3 accepted groups: 0x001d x25519, 0x0017 secp256r1/,
  ],
  [tlsPqMissing, 'a draft group alone', draft, 'fail'],
  [tlsPqMissing, 'TLS 1.2 alone', tls12Only([0xc02f]), 'fail', /TLS 1\.3 is not accepted/],
  [tlsPqMissing, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    tlsPqMissing,
    'the groups were not enumerated',
    tls13Only({ groups: [0x001d], groupsEnumerated: false }),
    'inconclusive',
  ],
  [tlsPqMissing, 'the control question failed', { ...classical, controlPassed: false }, 'inconclusive'],
  [tlsPqMissing, 'whether TLS 1.3 is accepted is unknown', tls13Unknown, 'inconclusive'],
  [tlsPqDraftOnly, 'the standard group', goodEndpoint, 'pass'],
  [tlsPqDraftOnly, 'the standard group beside the draft', tls13Only({ groups: [0x11ec, 0x6399] }), 'pass'],
  [tlsPqDraftOnly, 'the draft group alone', draft, 'fail', /0x6399 X25519Kyber768Draft00/],
  [tlsPqDraftOnly, 'no post-quantum group', classical, 'not-applicable'],
  [tlsPqDraftOnly, 'TLS 1.2 alone', tls12Only([0xc02f]), 'not-applicable'],
  [
    tlsPqDraftOnly,
    'the groups were not enumerated',
    tls13Only({ groups: [0x6399], groupsEnumerated: false }),
    'inconclusive',
  ],
  [tlsLargeHelloIntolerant, 'the large hello was answered', goodEndpoint, 'pass'],
  [
    tlsLargeHelloIntolerant,
    'the large hello failed',
    endpoint({ largeHello: seen(false) }),
    'fail',
    /two TCP segments/,
  ],
  [tlsLargeHelloIntolerant, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsLargeHelloIntolerant, 'it was not sent', endpoint({ largeHello: timedOut }), 'inconclusive'],
];

testRows(rows);
