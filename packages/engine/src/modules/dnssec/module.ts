import { defineModule } from '../../catalogue/module.ts';
import * as delegation from './chain/delegation.ts';
import { dnssecNsInconsistent } from './chain/servers.ts';
import * as signatures from './chain/signatures.ts';
import { dnssecDenialBroken } from './denial/denial.ts';
import * as nsec3 from './denial/nsec3.ts';
import * as keys from './keys/keys.ts';
import * as reach from './reach/reach.ts';

/** The chain of trust to the zone of the target, its keys and signatures, and the proofs of what is missing. */
export const dnssec = defineModule({
  id: 'dnssec',
  title: 'DNSSEC',
  category: 'dns_email',
  checks: [
    delegation.dnssecUnsigned,
    delegation.dnssecIsland,
    delegation.dnssecDsNoDnskey,
    signatures.dnssecRrsigMissing,
    signatures.dnssecRrsigExpired,
    signatures.dnssecRrsigInvalid,
    dnssecDenialBroken,
    dnssecNsInconsistent,
    signatures.dnssecRrsigExpiring,
    signatures.dnssecRrsigTooLong,
    signatures.dnssecTtlBeyondExpiry,
    signatures.dnssecMissingAlgSignature,
    keys.dnssecAlgorithmDeprecated,
    keys.dnssecAlgorithmNotRecommended,
    keys.dnssecAlgorithmUnsupported,
    delegation.dnssecDsDigestWeak,
    delegation.dnssecDsOrphan,
    keys.dnssecRsaKeyShort,
    keys.dnssecKeyKnownWeak,
    nsec3.dnssecNsec3Iterations,
    nsec3.dnssecNsec3IterationsHigh,
    nsec3.dnssecNsec3Salt,
    nsec3.dnssecNsec3Optout,
    nsec3.dnssecZoneWalkable,
    reach.dnssecCdsInconsistent,
    reach.dnssecMxZoneBogus,
    reach.dnssecMxZoneUnsigned,
    reach.dnssecAliasUnsigned,
    reach.dnssecResolverEde,
  ],
});
