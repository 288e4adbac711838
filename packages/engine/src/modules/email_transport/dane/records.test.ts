import { mailHostOf, tlsaAnswerOf, tlsaRecordOf } from '../../../evidence/mail-transport/example.ts';
import { daneWith, nullMx, policyText, sound, stsWith, testRows, transportOf } from '../testing/evidence.ts';
import { daneLookupFails, daneParameters, daneSmtpMissing, daneUnsigned } from './records.ts';

const none = tlsaAnswerOf();
const failure = { reason: 'malformed', gap: 'resolver-code', values: ['SERVFAIL'] } as const;
const broken = tlsaAnswerOf([], { status: 'failed', failure: { ...failure, values: ['SERVFAIL'] } });
const lost = { ...broken, security: 'insecure', reason: 'no-ds' } as const;
const ours = tlsaAnswerOf([], {
  status: 'failed',
  failure: { reason: 'budget', gap: 'queries-used-up', values: ['1'] },
});
const bogus = tlsaAnswerOf([tlsaRecordOf()], { security: 'bogus', reason: 'rrsig-expired' });
const unproved = (unprovedAt: string) => tlsaAnswerOf([], { security: 'bogus', reason: 'denial-missing', unprovedAt });
const signedMx = { ...transportOf().mailTransport.mx, security: 'secure', reason: 'signed' } as const;
const unclear = { security: 'indeterminate', reason: 'no-answer' } as const;
const unsignedRecords = tlsaAnswerOf([tlsaRecordOf()], { security: 'insecure', reason: 'no-ds' });
const sha1 = { security: 'insecure', reason: 'unsupported-algorithm' } as const;
const pkix = tlsaRecordOf({ usage: 1, unusable: 'usage', matches: [] });

const unfound = transportOf({ hosts: [mailHostOf('mx.site.lab', { status: 'failed', addresses: [] })] });

testRows([
  [daneSmtpMissing, 'records', sound, 'pass'],
  [daneSmtpMissing, 'none in a signed zone', daneWith([none]), 'fail', /3 1 1/],
  [
    daneSmtpMissing,
    'none, but MTA-STS is enforced',
    daneWith([none], {}, { mtaSts: stsWith(policyText('enforce')) }),
    'informational',
  ],
  [daneSmtpMissing, 'the alias has none, the name has', daneWith([none, tlsaAnswerOf([tlsaRecordOf()])]), 'pass'],
  [daneSmtpMissing, 'the zone is not signed', transportOf(), 'not-applicable'],
  [daneSmtpMissing, 'DNSSEC is unknown', daneWith([none], unclear), 'inconclusive'],
  [daneSmtpMissing, 'the question fails, which is another finding', daneWith([broken]), 'not-applicable'],
  [daneLookupFails, 'answered', sound, 'pass'],
  [daneLookupFails, 'denied', daneWith([none]), 'pass'],
  [daneLookupFails, 'SERVFAIL in a signed zone', daneWith([broken]), 'fail', /SERVFAIL/],
  [daneLookupFails, 'SERVFAIL below an unsigned delegation of a signed zone', daneWith([lost]), 'fail', /SERVFAIL/],
  [daneLookupFails, 'bogus', daneWith([bogus]), 'fail', /signature expired/],
  [
    daneLookupFails,
    'an absence that is not proved, in a zone that proves none',
    daneWith([unproved('site.lab')]),
    'not-applicable',
    /proves no absence/,
  ],
  [
    daneLookupFails,
    'an absence that is not proved, in the zone of a provider that proves none',
    transportOf({
      mx: signedMx,
      hosts: [
        mailHostOf('mx.provider.lab', { security: 'secure', reason: 'signed', tlsa: [unproved('provider.lab')] }),
      ],
    }),
    'fail',
  ],
  [
    daneLookupFails,
    'an absence that one of the name servers does not prove',
    daneWith([tlsaAnswerOf([], { security: 'indeterminate', reason: 'disputed' })]),
    'inconclusive',
    /TLSA: what the resolver has fails validation, what a name server/,
  ],
  [
    daneLookupFails,
    'what the resolver alone fails at',
    daneWith([tlsaAnswerOf([], { status: 'failed', failure: { reason: 'malformed', gap: 'resolver-contradicted' } })]),
    'inconclusive',
  ],
  [daneLookupFails, 'our own budget', daneWith([ours]), 'inconclusive'],
  [
    daneLookupFails,
    'SERVFAIL in an unsigned zone, as old servers of Microsoft',
    transportOf({ hosts: [mailHostOf('mx.site.lab', { tlsa: [broken] })] }),
    'not-applicable',
  ],
  [daneUnsigned, 'signed', sound, 'pass'],
  [
    daneUnsigned,
    'records in an unsigned zone',
    transportOf({ hosts: [mailHostOf('mx.site.lab', { tlsa: [unsignedRecords] })] }),
    'fail',
    /MX records/,
  ],
  [
    daneUnsigned,
    'records of a provider',
    transportOf({ hosts: [mailHostOf('mx.provider.lab', { tlsa: [tlsaAnswerOf([tlsaRecordOf()])] })] }),
    'not-applicable',
    /another organization/,
  ],
  [
    daneUnsigned,
    'records in a zone signed with SHA-1 alone',
    daneWith([tlsaAnswerOf([tlsaRecordOf()], sha1)], sha1, { mx: { ...transportOf().mailTransport.mx, ...sha1 } }),
    'fail',
    /take for unsigned/,
  ],
  [daneUnsigned, 'no records', daneWith([none]), 'not-applicable'],
  [daneUnsigned, 'the host is unknown', unfound, 'inconclusive'],
  [daneSmtpMissing, 'the host is unknown', unfound, 'inconclusive'],
  [daneParameters, '3 1 1', sound, 'pass'],
  [daneParameters, 'usage 1', daneWith([tlsaAnswerOf([pkix, tlsaRecordOf()])]), 'fail', /1 of 2/],
  [daneParameters, '3 0 1', daneWith([tlsaAnswerOf([tlsaRecordOf({ selector: 0 })])]), 'informational'],
  [daneParameters, 'no records', daneWith([none]), 'not-applicable'],
  [daneParameters, 'the domain takes no mail', nullMx, 'not-applicable'],
]);
