import type { Row } from '../../../catalogue/testing/rows.ts';
import { tlsaAnswerOf, tlsaRecordOf } from '../../../evidence/mail-transport/example.ts';
import { netFailed, unseen } from '../../../evidence/observed.ts';
import { daneWith, noTxt, nullMx, policyText, stsWith, testRows, transportOf, txtOf } from '../testing/evidence.ts';
import { mtastsMissing, mtastsPolicyInvalid, mtastsPolicyUnavailable, mtastsRecordInvalid } from './record.ts';
import type { TransportEvidence } from '../../derive/mail/delivery.ts';

type Sts = ReturnType<typeof stsWith>;
const sts = (mtaSts: Sts) => transportOf({ mtaSts });
const good = stsWith(policyText('enforce'));
const record = (...texts: string[]) => sts({ ...good, record: txtOf('_mta-sts', ...texts) });
const served = (change: Parameters<typeof stsWith>[1]) => sts(stsWith(policyText('enforce'), change));
const failed = (fetch: Sts['fetch']) => sts({ ...good, fetch });
const noAnswer = transportOf({ mtaSts: { ...good, record: noTxt('_mta-sts') } });

testRows([
  [mtastsMissing, 'a record', sts(good), 'pass'],
  [mtastsMissing, 'none', transportOf(), 'fail', /STSv1/],
  [mtastsMissing, 'a text of another kind', record('v=verify-sts'), 'fail'],
  [
    mtastsMissing,
    'none, but DANE holds everywhere',
    daneWith([tlsaAnswerOf([tlsaRecordOf()])]),
    'informational',
    /DANE/,
  ],
  [mtastsMissing, 'no answer', noAnswer, 'inconclusive'],
  [mtastsMissing, 'the domain takes no mail', nullMx, 'not-applicable'],
  [mtastsRecordInvalid, 'one record', sts(good), 'pass'],
  [mtastsRecordInvalid, 'two records', record('v=STSv1; id=1', 'v=STSv1; id=2'), 'fail', /2 MTA-STS records/],
  [mtastsRecordInvalid, 'an id with a hyphen', record('v=STSv1; id=2026-01'), 'fail', /invalid id "2026-01"/],
  [mtastsRecordInvalid, 'none', transportOf(), 'not-applicable'],
  ...[
    'v=STSv1 id=1',
    'v=stsv1; id=1',
    ' v=STSv1; id=1',
    'v=STSv2; id=1',
    '"v=STSv1; id=1"',
    'v = STSv1; id=1',
    'v=STSv1',
  ].flatMap((text): Row<TransportEvidence>[] => [
    [mtastsRecordInvalid, text, record(text), 'fail', /does not begin with v=STSv1;/],
    [mtastsMissing, text, record(text), 'not-applicable'],
  ]),
  [mtastsRecordInvalid, 'no id', record('v=STSv1; '), 'fail', /no id/],
  [
    mtastsRecordInvalid,
    'a valid record and one in lower case',
    record('v=STSv1; id=1', 'v=stsv1; id=2'),
    'informational',
    /"v=stsv1; id=2" does not begin/,
  ],
  [
    mtastsRecordInvalid,
    'an invalid record and one in lower case',
    record('v=STSv1;', 'v=stsv1; id=2'),
    'fail',
    /no id[^]*"v=stsv1; id=2" does not begin/,
  ],
  [mtastsRecordInvalid, 'a text about something else', record('google-site-verification=sts'), 'not-applicable'],
  [mtastsPolicyUnavailable, 'served', sts(good), 'pass'],
  [mtastsPolicyUnavailable, 'served with a charset', served({ contentType: 'text/plain; charset=utf-8' }), 'pass'],
  [mtastsPolicyUnavailable, '404', served({ status: 404 }), 'fail', /404/],
  [
    mtastsPolicyUnavailable,
    'a redirect',
    served({ status: 301, location: 'https://site.lab/' }),
    'fail',
    /redirects to/,
  ],
  [mtastsPolicyUnavailable, 'HTML', served({ contentType: 'text/html' }), 'fail', /text\/html/],
  [
    mtastsPolicyUnavailable,
    'an untrusted certificate',
    served({ trusted: false }),
    'fail',
    /senders refuse: the chain leads to no trusted root, so[^]*Certificate: the chain leads/,
  ],
  [
    mtastsPolicyUnavailable,
    'an untrusted certificate, behind which no sender sees the status',
    served({ trusted: false, status: 404 }),
    'fail',
    /senders refuse[^]*Status: 404/,
  ],
  ...(
    [
      ['expired', 'not-after-passed', ['2026-10-01', '2026-11-30'], /refuse: expired on 2026-10-01 \(checked on/],
      ['not-yet-valid', 'not-before-ahead', ['2027-01-01', '2026-11-30'], /refuse: not valid before 2027-01-01/],
      ['self-signed', 'leaf-signed-itself', ['CN=mta-sts.site.lab'], /refuse: CN=mta-sts\.site\.lab is self-signed/],
      ['name-mismatch', 'host-not-named', ['a.lab', 'mta-sts.site.lab'], /refuse: the certificate is for a\.lab, not/],
    ] as const
  ).map(([code, reason, values, says]): Row<TransportEvidence> => [
    mtastsPolicyUnavailable,
    `a certificate with the fault ${code}`,
    served({
      trusted: false,
      certificateProblems: [
        { code, reason, values: [...values], certificate: 'aa' },
        { code: 'strict-profile', reason: 'names-empty', values: [], certificate: 'aa' },
      ],
    }),
    'fail',
    says,
  ]),
  [mtastsPolicyUnavailable, 'too large', served({ truncated: true }), 'fail', /64 KiB/],
  [mtastsPolicyUnavailable, 'refused connections', failed(unseen('refused', 'no-connection')), 'fail'],
  [
    mtastsPolicyUnavailable,
    'no address',
    failed(unseen('unreachable', 'no-address-found', 'mta-sts.site.lab', 'nxdomain, nxdomain')),
    'fail',
  ],
  [
    mtastsPolicyUnavailable,
    'an address question that failed',
    failed(unseen('unreachable', 'no-address-found', 'mta-sts.site.lab', 'nodata, servfail')),
    'inconclusive',
  ],
  [mtastsPolicyUnavailable, 'silence', failed(unseen('timeout', 'nothing-answered')), 'inconclusive'],
  ...(['timeout', 'closed', 'reset', 'malformed'] as const).map((reason): Parameters<typeof testRows>[0][number] => [
    mtastsPolicyUnavailable,
    `${reason}, twice`,
    sts({
      ...failed(unseen(reason, 'nothing-answered')).mailTransport.mtaSts,
      again: netFailed(reason, 'nothing-answered'),
    }),
    'fail',
    /failed in two tries/,
  ]),
  [
    mtastsPolicyUnavailable,
    'silence, then our own budget',
    sts({
      ...failed(unseen('timeout', 'nothing-answered')).mailTransport.mtaSts,
      again: netFailed('budget', 'nothing-answered'),
    }),
    'inconclusive',
  ],
  ...(
    [
      ['timeout', 'resolver-silent', 'timeout', 'resolver-silent', 'inconclusive'],
      ['closed', 'resolver-closed', 'timeout', 'resolver-silent-tcp', 'inconclusive'],
      ['malformed', 'resolver-malformed', 'malformed', 'resolver-code', 'inconclusive'],
      ['timeout', 'server-silent', 'timeout', 'resolver-silent', 'inconclusive'],
      ['malformed', 'cname-loop', 'malformed', 'cname-loop', 'fail'],
      ['timeout', 'server-silent', 'refused', 'step-failed', 'fail'],
      ['timeout', 'server-silent', 'tls', 'handshake-failed', 'fail'],
      ['timeout', 'server-silent', 'unreachable', 'step-failed', 'inconclusive'],
      ['reset', 'connection-reset', 'cancelled', 'audit-ended', 'inconclusive'],
      ['reset', 'connection-reset', 'rate-limited', 'limited-before', 'inconclusive'],
    ] as const
  ).map(([reason, gap, then, gapThen, outcome]): Parameters<typeof testRows>[0][number] => [
    mtastsPolicyUnavailable,
    `${gap}, then ${gapThen} (${then})`,
    sts({ ...failed(unseen(reason, gap, 'x', 'y')).mailTransport.mtaSts, again: netFailed(then, gapThen, 'x', 'y') }),
    outcome,
  ]),
  [mtastsPolicyUnavailable, 'no record', transportOf(), 'not-applicable'],
  [mtastsPolicyUnavailable, 'an invalid record', record('v=STSv1;'), 'not-applicable'],
  [mtastsPolicyInvalid, 'valid', sts(good), 'pass'],
  [mtastsPolicyInvalid, 'no mode', sts(stsWith('version: STSv1\nmx: a.lab\nmax_age: 1\n')), 'fail', /no valid mode/],
  [
    mtastsPolicyInvalid,
    'a repeated field',
    sts(stsWith(policyText('enforce', 'mode: none'))),
    'informational',
    /first one/,
  ],
  [mtastsPolicyInvalid, 'a page for a missing file', served({ status: 404 }), 'not-applicable'],
  [mtastsPolicyInvalid, 'silence', failed(unseen('timeout', 'nothing-answered')), 'inconclusive'],
]);
