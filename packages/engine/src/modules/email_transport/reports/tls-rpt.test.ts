import { type Row, rowTester } from '../../../catalogue/testing/rows.ts';
import { tlsaAnswerOf, tlsaRecordOf } from '../../../evidence/mail-transport/example.ts';
import { mailOf, reference, routeOf } from '../../derive/mail/testing/evidence.ts';
import { daneWith, noTxt, nullMx, policyText, stsWith, testRows, transportOf, txtOf } from '../testing/evidence.ts';
import { tlsrptInvalid, tlsrptMissing } from './tls-rpt.ts';

const valid = txtOf('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@site.lab');
const mtaSts = stsWith(policyText('enforce'));

testRows([
  [tlsrptMissing, 'a record', transportOf({ tlsRpt: valid }), 'pass'],
  [tlsrptMissing, 'none beside MTA-STS', transportOf({ mtaSts }), 'fail', /TLSRPTv1/],
  [
    tlsrptMissing,
    'none beside MTA-STS of mode none',
    transportOf({ mtaSts: stsWith('version: STSv1\nmode: none\nmax_age: 86400\n') }),
    'informational',
  ],
  [tlsrptMissing, 'none beside DANE', daneWith([tlsaAnswerOf([tlsaRecordOf()])]), 'fail'],
  [tlsrptMissing, 'none, and nothing to report on', transportOf(), 'informational'],
  [tlsrptMissing, 'no answer', transportOf({ tlsRpt: noTxt('_smtp._tls') }), 'inconclusive'],
  [tlsrptMissing, 'the domain takes no mail', nullMx, 'not-applicable'],
]);

const { mailAuth } = await mailOf();
const deaf = await mailOf({ destinations: [{ tag: 'tls', host: 'deaf.lab', route: routeOf([], 'no') }] });
const gone = await mailOf({
  destinations: [{ tag: 'tls', host: 'x.gone.lab', route: routeOf([], 'no') }],
  references: [reference('report')],
});
const withMail = (tlsRpt: ReturnType<typeof txtOf>, mail = mailAuth) => ({
  ...transportOf({ tlsRpt }),
  mailAuth: mail,
});

rowTester((evidence: ReturnType<typeof withMail>) => evidence, { fail: /Expected: [^]*\nReproduce: dig / })([
  [tlsrptInvalid, 'valid', withMail(valid), 'pass'],
  [
    tlsrptInvalid,
    'two records',
    withMail(txtOf('_smtp._tls', ...valid.texts, 'v=TLSRPTv1; rua=mailto:b@site.lab')),
    'fail',
    /2 TLS-RPT records/,
  ],
  [
    tlsrptInvalid,
    'an address without scheme',
    withMail(txtOf('_smtp._tls', 'v=TLSRPTv1; rua=tls@site.lab')),
    'fail',
    /invalid address in rua "tls@site.lab"/,
  ],
  ...[
    'v=TLSRPTv1 rua=mailto:a@site.lab',
    'v=tlsrptv1; rua=mailto:a@site.lab',
    'v=TLSRPT1; rua=mailto:a@site.lab',
    'v=TLSRPTv1',
  ].flatMap((text): Row<ReturnType<typeof withMail>>[] => [
    [tlsrptInvalid, text, withMail(txtOf('_smtp._tls', text)), 'fail', /does not begin with v=TLSRPTv1;/],
    [tlsrptMissing, text, withMail(txtOf('_smtp._tls', text)), 'not-applicable'],
  ]),
  [
    tlsrptInvalid,
    'a valid record and one in lower case',
    withMail(txtOf('_smtp._tls', ...valid.texts, 'v=tlsrptv1; rua=mailto:b@site.lab')),
    'informational',
    /"v=tlsrptv1; rua=mailto:b@site\.lab" does not begin/,
  ],
  [
    tlsrptInvalid,
    'a host without mail',
    withMail(txtOf('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@deaf.lab'), deaf.mailAuth),
    'fail',
    /^The record is invalid \(deaf\.lab takes no mail\), so reports are lost/m,
  ],
  [
    tlsrptInvalid,
    'a host of an unregistered domain, which a separate check reports',
    withMail(valid, gone.mailAuth),
    'pass',
  ],
  [
    tlsrptInvalid,
    'a host without a dot',
    withMail(txtOf('_smtp._tls', 'v=TLSRPTv1; rua=mailto:x@lab')),
    'fail',
    /mailto:x@lab names the host lab, which is no full domain name/,
  ],
  [
    tlsrptInvalid,
    'an address of another scheme beside one that senders use',
    withMail(txtOf('_smtp._tls', 'v=TLSRPTv1; rua=https://site.lab/r,ftp://site.lab')),
    'fail',
    /Parts of the record are invalid \(invalid address in rua "ftp:\/\/site\.lab"\), so no report arrives there\./,
  ],
  [tlsrptInvalid, 'none', withMail(txtOf('_smtp._tls')), 'not-applicable'],
  [tlsrptInvalid, 'no answer', withMail(noTxt('_smtp._tls')), 'inconclusive'],
]);
