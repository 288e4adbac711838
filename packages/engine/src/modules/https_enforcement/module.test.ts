import { testModule } from '../../catalogue/testing/module.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/example.ts';
import { nameless, refused, silent, walled } from '../derive/http/testing/evidence.ts';
import { siteSituations } from '../derive/http/testing/situations.ts';
import { inventorySituations } from '../derive/tls/testing/situations.ts';
import { httpsEnforcement } from './module.ts';
import { certificatesOf } from './testing/evidence.ts';

const full = (evidence: SomeEvidence): SomeEvidence => ({
  ...evidence,
  certificates: certificatesOf([]),
  behaviour: noBehaviour,
});

/** Checks of requests, and the one of the TLS inventory. */
const isOfTls = ({ needs }: { needs: readonly string[] }): boolean => needs.includes('tls');
const checks = httpsEnforcement.checks.filter((check) => !isOfTls(check));

testModule(
  { ...httpsEnforcement, checks },
  {
    silent: { evidence: [full(silent)] },
    refused: { evidence: [full(refused), full(nameless)] },
    // A wall answers over https as well as the site would.
    walled: {
      evidence: [full(walled([]))],
      otherwise: { 'https-missing': 'pass', 'https-www-broken': 'not-applicable' },
    },
    hostile: siteSituations.hostile.map(full),
  },
);

testModule({ ...httpsEnforcement, checks: httpsEnforcement.checks.filter(isOfTls) }, inventorySituations);
