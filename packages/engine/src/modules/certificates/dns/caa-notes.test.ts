import { seen } from '../../../evidence/observed.ts';
import { caaIodef, caaNoAccounturi, caaNoIssuemailIssuevmc, caaUnsigned } from './caa-notes.ts';
import { caa, noCaa, timedOut, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';

const given = (...all: readonly (ReturnType<typeof caa> | ReturnType<typeof noCaa>)[]): Changes => ({
  evidence: { caa: seen([...all]) },
});
const issue = [0, 'issue', 'letsencrypt.org'] as const;
const bound = [0, 'issue', 'letsencrypt.org; accounturi=https://acme.test/1'] as const;
const none = given(noCaa('example.test', 'nodata', 'nodata'));
const failing = given(noCaa('example.test', 'servfail'));
const unseenCaa: Changes = { evidence: { caa: timedOut } };

const rows: readonly Row[] = [
  [caaNoAccounturi, 'bound to a method', {}, 'pass'],
  [caaNoAccounturi, 'bound to an account', given(caa([bound])), 'pass'],
  [
    caaNoAccounturi,
    'open to all accounts',
    given(caa([issue])),
    'informational',
    /letsencrypt\.org may issue to any account/,
  ],
  [
    caaNoAccounturi,
    'one bound, one open',
    given(caa([bound, [0, 'issue', 'digicert.com']])),
    'informational',
    /^digicert\.com may/m,
  ],
  [
    caaNoAccounturi,
    'a critical tag that nobody knows',
    given(caa([bound, [128, 'frobnicate', '7']])),
    'not-applicable',
    /stops every CA/,
  ],
  [caaNoAccounturi, 'nobody may issue', given(caa([[0, 'issue', ';']])), 'not-applicable'],
  [caaNoAccounturi, 'there are none', none, 'not-applicable'],
  [caaNoAccounturi, 'not answered', failing, 'inconclusive'],
  [caaNoAccounturi, 'not seen', unseenCaa, 'inconclusive'],
  [caaNoIssuemailIssuevmc, 'issue alone', {}, 'informational', /issuemail and issuevmc are missing/],
  [
    caaNoIssuemailIssuevmc,
    'one of two',
    given(caa([issue, [0, 'issuemail', ';']])),
    'informational',
    /issuevmc is missing/,
  ],
  [caaNoIssuemailIssuevmc, 'both', given(caa([issue, [0, 'issuemail', ';'], [0, 'issuevmc', ';']])), 'pass'],
  [caaNoIssuemailIssuevmc, 'no issue', given(caa([[0, 'iodef', 'mailto:a@b.test']])), 'not-applicable'],
  [caaNoIssuemailIssuevmc, 'there are none', none, 'not-applicable'],
  [caaNoIssuemailIssuevmc, 'not seen', unseenCaa, 'inconclusive'],
  [caaIodef, 'none', {}, 'informational', /There is no iodef property/],
  [caaIodef, 'a mail address', given(caa([issue, [0, 'iodef', 'mailto:security@example.test']])), 'pass'],
  [caaIodef, 'an address over HTTPS', given(caa([issue, [0, 'iodef', 'https://example.test/report']])), 'pass'],
  [
    caaIodef,
    'an address over HTTP',
    given(caa([issue, [0, 'iodef', 'http://example.test/report']])),
    'informational',
    /iodef is http:\/\/example\.test/,
  ],
  [
    caaIodef,
    'an address without its scheme',
    given(caa([issue, [0, 'iodef', 'security@example.test']])),
    'informational',
  ],
  [caaIodef, 'there are none', none, 'not-applicable'],
  [caaIodef, 'not seen', unseenCaa, 'inconclusive'],
  [caaUnsigned, 'signed', {}, 'pass'],
  [
    caaUnsigned,
    'unsigned',
    given(caa([issue], { authenticated: false })),
    'informational',
    /dig CAA example\.test \+dnssec/,
  ],
  [caaUnsigned, 'there are none', none, 'not-applicable'],
  [caaUnsigned, 'not seen', unseenCaa, 'inconclusive'],
];

testRows(rows);
