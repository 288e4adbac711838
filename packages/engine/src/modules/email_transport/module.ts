import { defineModule } from '../../catalogue/module.ts';
import { mailClientSrv } from './clients/services.ts';
import { daneMismatch, daneRollover } from './dane/match.ts';
import { daneLookupFails, daneParameters, daneSmtpMissing, daneUnsigned } from './dane/records.ts';
import * as stsPolicy from './mta-sts/policy.ts';
import * as stsRecord from './mta-sts/record.ts';
import { mxInconsistentNs, mxUnreachable } from './mx/reach.ts';
import * as mx from './mx/records.ts';
import { tlsrptInvalid, tlsrptMissing } from './reports/tls-rpt.ts';
import { smtpCertExpired, smtpCertInvalid } from './smtp/certificate.ts';
import { smtpStarttlsInjection, smtpVrfyExpn } from './smtp/commands.ts';
import * as startTls from './smtp/starttls.ts';
import * as tls from './smtp/tls.ts';

/** How mail reaches the domain: MX hosts, SMTP with STARTTLS, DANE, MTA-STS, TLS-RPT. */
export const emailTransport = defineModule({
  id: 'email_transport',
  title: 'E-mail transport',
  category: 'dns_email',
  checks: [
    mx.mxNoAddress,
    mx.mxInvalidTarget,
    mx.mxUnregistered,
    mxInconsistentNs,
    mxUnreachable,
    startTls.smtpNoStarttls,
    startTls.smtpStarttlsBroken,
    tls.smtpTlsObsoleteOnly,
    tls.smtpTlsObsoleteOffered,
    tls.smtpCiphersBroken,
    smtpCertExpired,
    daneSmtpMissing,
    daneMismatch,
    daneLookupFails,
    daneUnsigned,
    daneParameters,
    stsRecord.mtastsMissing,
    stsRecord.mtastsRecordInvalid,
    stsRecord.mtastsPolicyUnavailable,
    stsRecord.mtastsPolicyInvalid,
    stsPolicy.mtastsNotEnforcing,
    stsPolicy.mtastsMaxAgeShort,
    stsPolicy.mtastsMxUncovered,
    stsPolicy.mtastsMxCertBad,
    tlsrptMissing,
    tlsrptInvalid,
    startTls.smtpBannerVersion,
    startTls.smtpAuthCleartext,
    smtpVrfyExpn,
    smtpStarttlsInjection,
    mailClientSrv,
    mx.mxNullMissing,
    smtpCertInvalid,
    tls.smtpPq,
    daneRollover,
  ],
});
