import { fc } from '@perimeter/protocols/testing/random';
import { testModule } from '../../catalogue/testing/module.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { nameless, refused, silent, walled } from '../derive/http/testing/evidence.ts';
import { siteSituations } from '../derive/http/testing/situations.ts';
import { inventorySituations } from '../derive/tls/testing/situations.ts';
import { httpsEnforcement } from './module.ts';
import { certificatesOf } from './testing/evidence.ts';
import { servicesWith } from './testing/services.ts';

const full = (evidence: SomeEvidence): SomeEvidence => ({
  ...evidence,
  certificates: certificatesOf([]),
  behaviour: noBehaviour,
  tls: { endpoints: [] },
});

/** Checks of requests, of HTTPS records, and the one of the TLS inventory. */
const checksOf = (kind: 'requests' | 'dns' | 'tls') =>
  httpsEnforcement.checks.filter(
    ({ needs }) => (needs.includes('dns') ? 'dns' : needs.includes('http') ? 'requests' : 'tls') === kind,
  );

testModule(
  { ...httpsEnforcement, checks: checksOf('requests') },
  {
    silent: { evidence: [full(silent)] },
    refused: { evidence: [full(refused), full(nameless)] },
    // A wall over https shows that https works.
    walled: {
      evidence: [full(walled([]))],
      otherwise: { 'https-missing': 'pass', 'https-www-broken': 'not-applicable' },
    },
    hostile: siteSituations.hostile.map(full),
  },
);

testModule({ ...httpsEnforcement, checks: checksOf('tls') }, inventorySituations);

testModule(
  { ...httpsEnforcement, checks: checksOf('dns') },
  {
    silent: { evidence: [servicesWith({ answers: { HTTPS: 'failed' } })] },
    refused: { evidence: [servicesWith({ answers: { HTTPS: [] }, url: null })] },
    hostile: fc
      .array(
        fc.oneof(
          fc.string({ maxLength: 300 }),
          fc.string({ maxLength: 300 }).map((text) => `1 . ${text}`),
        ),
        {
          maxLength: 40,
        },
      )
      .map((data) => servicesWith({ answers: { HTTPS: data } })),
  },
);
