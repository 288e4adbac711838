import { defineModule } from '../../catalogue/module.ts';
import { bimiInvalid } from './bimi/record.ts';
import { dkimNone, dkimSelectorDangling } from './dkim/existence.ts';
import { dkimKeyKnownWeak, dkimKeyShort, dkimKeyTooShort, dkimSha1Only } from './dkim/keys.ts';
import { dkimEd25519, dkimRecordInvalid, dkimRevoked, dkimTesting } from './dkim/records.ts';
import * as dmarcPolicy from './dmarc/policy.ts';
import { dmarcMissing, dmarcMultiple, dmarcSyntax, dmarcWrongPlace } from './dmarc/presence.ts';
import * as dmarcReports from './dmarc/reports.ts';
import { spfIncludeBroken, spfIncludeUnregistered } from './spf/includes.ts';
import { spfLoop, spfMxPtrLimit, spfTooManyLookups, spfVoidLookups } from './spf/lookups.ts';
import { spfMaillessOpen, spfMissing, spfMultiple, spfSubdomainGap } from './spf/presence.ts';
import { spfLegacyRecords, spfPtr, spfSize, spfSyntax } from './spf/record.ts';
import { spfBroadRange, spfNeutral, spfPassAll, spfSoftfail } from './spf/senders.ts';

/** Who may send mail in the name of the domain, and what receivers do with the rest: SPF, DKIM, DMARC, BIMI. */
export const emailAuth = defineModule({
  id: 'email_auth',
  title: 'E-mail authentication',
  category: 'dns_email',
  checks: [
    spfMissing,
    spfMultiple,
    spfSyntax,
    spfTooManyLookups,
    spfVoidLookups,
    spfMxPtrLimit,
    spfPassAll,
    spfBroadRange,
    spfNeutral,
    spfSoftfail,
    spfPtr,
    spfIncludeBroken,
    spfIncludeUnregistered,
    spfLoop,
    spfSize,
    spfMaillessOpen,
    spfSubdomainGap,
    spfLegacyRecords,
    dkimNone,
    dkimKeyTooShort,
    dkimKeyShort,
    dkimKeyKnownWeak,
    dkimSha1Only,
    dkimRecordInvalid,
    dkimTesting,
    dkimSelectorDangling,
    dkimRevoked,
    dkimEd25519,
    dmarcMissing,
    dmarcMultiple,
    dmarcSyntax,
    dmarcPolicy.dmarcPolicyNone,
    dmarcPolicy.dmarcSubdomainWeak,
    dmarcPolicy.dmarcNpWeak,
    dmarcPolicy.dmarcTesting,
    dmarcPolicy.dmarcPctPartial,
    dmarcReports.dmarcNoRua,
    dmarcReports.dmarcRuaInvalid,
    dmarcReports.dmarcRuaUnauthorised,
    dmarcReports.mailReportUnregistered,
    dmarcWrongPlace,
    dmarcPolicy.dmarcQuarantine,
    dmarcPolicy.dmarcParkedWeak,
    dmarcReports.dmarcRemovedTags,
    dmarcReports.dmarcRufPrivacy,
    bimiInvalid,
  ],
});
