import { defineModule } from '../../catalogue/module.ts';
import * as caa from './dns/caa.ts';
import * as caaNotes from './dns/caa-notes.ts';
import * as chain from './chain/chain.ts';
import { certificateIpInconsistent } from './chain/consistency.ts';
import * as constraints from './chain/constraints.ts';
import { daneHttps } from './dns/dane.ts';
import { keyNotRotated } from './leaf/key-age.ts';
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
    trust.untrusted,
    trust.selfSigned,
    trust.nameMismatch,
    validity.expired,
    validity.expiring,
    validity.renewalOverdue,
    chain.chainIncomplete,
    signatures.sigMd5,
    signatures.sigSha1,
    keys.keyBroken,
    keys.keyShort,
    keys.keyKnownWeak,
    trust.distrustedCa,
    revocation.revoked,
    revocation.stapleInvalid,
    revocation.mustStapleUnmet,
    revocation.noRevocationInfo,
    validity.lifetimeTooLong,
    transparency.ctInsufficient,
    transparency.sctInvalid,
    constraints.ekuNoServerAuth,
    constraints.constraintsWrong,
    names.sanInternal,
    names.noSniLeak,
    certificateIpInconsistent,
    caa.caaMissing,
    caa.caaInvalid,
    caa.caaIssuerNotAllowed,
    daneHttps,
    chain.chainMessy,
    revocation.notStapled,
    validity.lifetimeTrend,
    constraints.ekuClientAuth,
    constraints.serialEntropy,
    names.wildcard,
    keys.sharedKeyServices,
    keyNotRotated,
    caaNotes.caaNoAccountUri,
    caaNotes.caaNoIssueMail,
    caaNotes.caaIodef,
    caaNotes.caaUnsigned,
    signatures.pqSignature,
  ],
});
