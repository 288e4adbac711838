import {
  mailAddressOf,
  mailHostOf,
  negotiated,
  tlsaAnswerOf,
  tlsaRecordOf,
} from '../../../evidence/mail-transport/example.ts';
import { netFailed, seen, unseen } from '../../../evidence/observed.ts';
import type { SmtpSession } from '../../../evidence/mail-transport/session.ts';
import {
  daneWith,
  noTxt,
  nullMx,
  policyText,
  refusedForNow,
  saysMoreThanReady,
  stsWith,
  testRows,
  transportOf,
} from '../testing/evidence.ts';
import { mtastsMaxAgeShort, mtastsMxCertBad, mtastsMxUncovered, mtastsNotEnforcing } from './policy.ts';

const sts = (body: string, hosts = [mailHostOf()]) => transportOf({ hosts, mtaSts: stsWith(body) });
const enforce = policyText('enforce');
const daned = (body: string) => daneWith([tlsaAnswerOf([tlsaRecordOf()])], {}, { mtaSts: stsWith(body) });
const silent = transportOf({ mtaSts: { ...stsWith(enforce), fetch: unseen('timeout', 'nothing-answered') } });
const cutShort = transportOf({ mtaSts: { ...stsWith(enforce), fetch: unseen('budget', 'audit-ended') } });
const noAnswer = transportOf({ mtaSts: { ...stsWith(enforce), record: noTxt('_mta-sts') } });
const speaks = (session: Partial<SmtpSession>) =>
  mailHostOf('mx.site.lab', { addresses: [mailAddressOf('192.0.2.25', session)] });
const at = (startTls: SmtpSession['startTls']) => [speaks({ startTls })];
const untrusted = negotiated({
  verdict: {
    trusted: false,
    path: [],
    anchor: null,
    servedSuffices: false,
    problems: [
      { code: 'name-mismatch', certificate: 'aa', reason: 'host-not-named', values: ['other.lab', 'mx.site.lab'] },
    ],
  },
});
const microsoft = [mailHostOf('site-lab.a-v1.mx.microsoft')];
const star = enforce.replace('mx.site.lab', '*.mx.microsoft');

testRows([
  [mtastsNotEnforcing, 'enforce', sts(enforce), 'pass'],
  [mtastsNotEnforcing, 'testing', sts(policyText('testing')), 'fail', /mode: enforce/],
  [
    mtastsNotEnforcing,
    'none',
    sts('version: STSv1\nmode: none\nmax_age: 86400\n'),
    'fail',
    /as one without MTA-STS[^]*mode: none/,
  ],
  [mtastsNotEnforcing, 'testing beside DANE', daned(policyText('testing')), 'informational'],
  [mtastsNotEnforcing, 'none beside DANE', daned('version: STSv1\nmode: none\nmax_age: 86400\n'), 'informational'],
  [mtastsMaxAgeShort, 'an hour beside DANE', daned(enforce.replace('604800', '3600')), 'informational'],
  [mtastsNotEnforcing, 'no record', transportOf(), 'not-applicable'],
  [mtastsNotEnforcing, 'silence', silent, 'inconclusive'],
  [mtastsMaxAgeShort, 'a week', sts(enforce), 'pass'],
  [mtastsMaxAgeShort, 'an hour', sts(enforce.replace('604800', '3600')), 'fail', /60 minutes|1 hour/],
  [mtastsMaxAgeShort, 'a day', sts(enforce.replace('604800', '86400')), 'informational', /large providers/],
  [mtastsMaxAgeShort, 'mode none', sts('version: STSv1\nmode: none\nmax_age: 60\n'), 'not-applicable'],
  [mtastsMxUncovered, 'covered', sts(enforce), 'pass'],
  [mtastsMxUncovered, 'a star is one label', sts(star, microsoft), 'fail', /a-v1\.mx\.microsoft/],
  [
    mtastsMxUncovered,
    'in testing it is only a warning',
    sts(star.replace('enforce', 'testing'), microsoft),
    'fail',
    /once the policy is enforced/,
  ],
  [
    mtastsMxUncovered,
    'testing, beside DANE',
    daned(policyText('testing').replace('mx.site', 'other.site')),
    'informational',
  ],
  [mtastsMxUncovered, 'no record', transportOf(), 'not-applicable'],
  [mtastsMxUncovered, 'no answer', noAnswer, 'inconclusive'],
  [mtastsMxCertBad, 'trusted', sts(enforce), 'pass'],
  [mtastsMxCertBad, 'for another name', sts(enforce, at(seen(untrusted))), 'fail', /do not deliver/],
  [
    mtastsMxCertBad,
    'no STARTTLS',
    sts(enforce, at(seen({ outcome: 'not-offered' }))),
    'fail',
    /STARTTLS is not available/,
  ],
  [
    mtastsMxCertBad,
    'the handshake failed',
    sts(enforce, at(seen({ outcome: 'failed', failures: [netFailed('tls', 'handshake-failed', 'x')] }))),
    'inconclusive',
  ],
  [mtastsMxCertBad, 'the reply to STARTTLS goes on', sts(enforce, [speaks(saysMoreThanReady)]), 'inconclusive'],
  [mtastsMxCertBad, 'TLS is not available for now', sts(enforce, [speaks(refusedForNow)]), 'inconclusive', /for now/],
  [mtastsMxCertBad, 'only testing', sts(policyText('testing'), at(seen(untrusted))), 'not-applicable'],
  ...(['testing', 'enforce'] as const).map(
    (mode) =>
      [
        mtastsMxCertBad,
        `${mode}, and the server does not answer`,
        sts(policyText(mode), [
          mailHostOf('mx.site.lab', {
            addresses: [mailAddressOf('192.0.2.25', unseen('timeout', 'nothing-answered'))],
          }),
        ]),
        mode === 'enforce' ? 'inconclusive' : 'not-applicable',
      ] as const,
  ),
  [mtastsMxCertBad, 'the policy did not come', silent, 'inconclusive', /the policy was not read/],
  [mtastsMxCertBad, 'the audit ended before it came', cutShort, 'inconclusive', /The audit ended/],
  [mtastsMxCertBad, 'the record was not answered', noAnswer, 'inconclusive', /_mta-sts/],
  [mtastsMxCertBad, 'the domain takes no mail', nullMx, 'not-applicable'],
]);
