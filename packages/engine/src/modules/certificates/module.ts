import { defineModule } from '../../catalogue/module.ts';
import * as caa from './dns/caa.ts';
import * as caaNotes from './dns/caa-notes.ts';
import * as chain from './chain/chain.ts';
import { certIpInconsistent } from './chain/consistency.ts';
import * as constraints from './chain/constraints.ts';
import { daneHttps } from './dns/dane.ts';
import { certKeyNotRotated } from './leaf/key-age.ts';
import * as keys from './leaf/keys.ts';
import * as names from './leaf/names.ts';
import * as revocation from './status/revocation.ts';
import * as signatures from './leaf/signatures.ts';
import * as transparency from './status/transparency.ts';
import * as trust from './chain/trust.ts';
import * as validity from './leaf/validity.ts';

/** The certificates of every address: trust, names, dates, keys, revocation, transparency, CAA and DANE. */
export const certificates = defineModule({
  id: 'certificates',
  title: 'Certificates',
  category: 'tls',
  checks: [
    trust.certUntrusted,
    trust.certSelfSigned,
    trust.certNameMismatch,
    validity.certExpired,
    validity.certExpiring,
    validity.certRenewalOverdue,
    chain.certChainIncomplete,
    signatures.certSigMd5,
    signatures.certSigSha1,
    keys.certKeyBroken,
    keys.certKeyShort,
    keys.certKeyKnownWeak,
    trust.certDistrustedCa,
    revocation.certRevoked,
    revocation.certStapleInvalid,
    revocation.certMustStapleUnmet,
    revocation.certNoRevocationInfo,
    validity.certLifetimeTooLong,
    transparency.certCtInsufficient,
    transparency.certSctInvalid,
    constraints.certEkuNoServerauth,
    constraints.certConstraintsWrong,
    names.certSanInternal,
    names.certNosniLeak,
    certIpInconsistent,
    caa.caaMissing,
    caa.caaInvalid,
    caa.caaIssuerNotAllowed,
    daneHttps,
    chain.certChainMessy,
    revocation.certNotStapled,
    validity.certLifetimeTrend,
    constraints.certEkuClientauth,
    constraints.certSerialEntropy,
    names.certWildcard,
    keys.certSharedKeyServices,
    certKeyNotRotated,
    caaNotes.caaNoAccounturi,
    caaNotes.caaNoIssuemailIssuevmc,
    caaNotes.caaIodef,
    caaNotes.caaUnsigned,
    signatures.certPqSignature,
  ],
});
