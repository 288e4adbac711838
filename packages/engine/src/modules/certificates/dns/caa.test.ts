import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { seen } from '../../../evidence/observed.ts';
import { caaInvalid, caaIssuerNotAllowed, caaMissing } from './caa.ts';
import { identitiesOf, organisationOf } from '../../derive/certificates/authorities.ts';
import { parseIssue } from '../../derive/certificates/caa-records.ts';
import { audited, caa, intermediate, noCaa, root, timedOut, type Changes } from '../testing/evidence.ts';
import { answer, testRows, type Row } from '../testing/rows.ts';

const given = (...all: readonly (ReturnType<typeof caa> | ReturnType<typeof noCaa>)[]): Changes => ({
  evidence: { caa: seen([...all]) },
});
const unseenCaa: Changes = { evidence: { caa: timedOut } };
const none = noCaa('example.test', 'nodata', 'nodata');
const www = noCaa('www.example.test', 'nxdomain', 'nodata', 'nodata');
const failing = noCaa('example.test', 'servfail');
const letsEncrypt = [0, 'issue', 'letsencrypt.org'] as const;
const wild = { subjectAltNames: [{ type: 'dns' as const, value: '*.test' }] };
const stranger = (issuer: string) => ({
  leaf: { issuer },
  path: [
    intermediate({ subject: issuer, issuer: 'CN=Strange Root,O=Strange' }),
    root({ issuer: 'CN=Strange Root,O=Strange' }),
  ],
});

const rows: readonly Row[] = [
  [caaMissing, 'records at the host', {}, 'pass', /example\.test/],
  [
    caaMissing,
    'records of a parent for one host, an empty set for another',
    given(caa([letsEncrypt], { foundAt: 'parent.test' }), caa([[0, 'issue', ';']], { foundAt: 'x.test' })),
    'pass',
    /^Found at parent\.test, x\.test$/,
  ],
  [
    caaMissing,
    'none up to the top',
    given(none),
    'fail',
    /CAA example\.test: nodata\nCAA test: nodata\nReproduce: dig CAA example\.test/,
  ],
  [
    caaMissing,
    'none for both hosts is one finding',
    given(none, www),
    'fail',
    /on example\.test, www\.example\.test or any parent domain/,
  ],
  [
    caaMissing,
    'what both hosts share was asked once',
    given(none, www),
    'fail',
    /^CAA example\.test: nodata\nCAA test: nodata\nCAA www\.example\.test: nxdomain\nReproduce/m,
  ],
  [caaMissing, 'a question on the way was not answered', given(failing), 'inconclusive', /ended in SERVFAIL/],
  [
    caaMissing,
    'the absence is bogus',
    given({ ...none, security: 'bogus' }),
    'inconclusive',
    /fails DNSSEC validation/,
  ],
  [caaMissing, 'the absence is not proved', given({ ...none, security: 'indeterminate' }), 'inconclusive', /validated/],
  [caaMissing, 'the absence is that of an unsigned zone', given({ ...none, security: 'insecure' }), 'fail'],
  [caaMissing, 'not seen', unseenCaa, 'inconclusive', /No answer within 10000 ms/],
  [caaMissing, 'no host', given(), 'not-applicable'],

  ...(
    [
      ['an unknown method', 'a.test; validationmethods=dns', 'fail', /names no method of ACME in issue "a\.test/],
      ['no method', 'a.test; validationmethods=', 'fail', /names no method/],
      ['a known method beside it', 'a.test; validationmethods=dns,dns-persist-01', 'pass', /a\.test may issue/],
      ['a method of the CA', 'a.test; validationmethods=ca-post', 'pass'],
      ['an account without scheme', 'a.test; accounturi=12', 'fail', /accounturi is no URI/],
      ['two accounts', 'a.test; accounturi=x:1; accounturi=x:2', 'fail', /accounturi is repeated/],
    ] as const
  ).map(([what, value, outcome, says = /./]): Row => {
    return [caaInvalid, what, given(caa([[0, 'issue', value]])), outcome, says];
  }),
  [
    caaInvalid,
    'wildcards alone are restricted',
    given(caa([[0, 'issuewild', ';']])),
    'fail',
    /issuance without wildcards is not restricted/,
  ],
  [
    caaInvalid,
    'who may issue is said',
    given(
      caa([
        [0, 'issue', 'a.test'],
        [0, 'issuewild', ';'],
      ]),
    ),
    'pass',
    /a\.test may issue, wildcards: nobody/,
  ],
  [caaInvalid, 'one issue record', {}, 'pass'],
  [caaInvalid, 'nobody may issue', given(caa([[0, 'issue', ';']])), 'pass'],
  [caaInvalid, 'tags in capitals', given(caa([[0, 'ISSUE', 'letsencrypt.org']])), 'pass'],
  [
    caaInvalid,
    'no issue record',
    given(caa([[0, 'iodef', 'mailto:a@example.test']])),
    'fail',
    /there is no issue property/,
  ],
  [
    caaInvalid,
    'a critical tag that nobody knows',
    given(caa([letsEncrypt, [128, 'frobnicate', '7']])),
    'fail',
    /frobnicate "7" is critical/,
  ],
  [
    caaInvalid,
    'a critical tag that some CAs do not know',
    given(caa([letsEncrypt, [128, 'contactemail', 'a@b.test']])),
    'fail',
    /has flag 128, which keeps CAs from issuing that do not know contactemail.*and the flag 0/,
  ],
  [
    caaInvalid,
    'flag 1, which Boulder reads as critical',
    given(caa([letsEncrypt, [1, 'issuevmc', ';']])),
    'fail',
    /flag 1/,
  ],
  [caaInvalid, 'contactemail without the flag', given(caa([letsEncrypt, [0, 'contactemail', 'a@b.test']])), 'pass'],
  [caaInvalid, 'issuemail with the flag', given(caa([letsEncrypt, [128, 'issuemail', ';']])), 'pass'],
  [
    caaInvalid,
    'a tag with a hyphen',
    given(caa([letsEncrypt, [0, 'issue-wild', ';']])),
    'fail',
    /issue-wild ";" has no valid tag, which is of letters and digits alone \(RFC 8659 section 4\.1\)/,
  ],
  [
    caaIssuerNotAllowed,
    'a critical tag that nobody knows',
    given(caa([letsEncrypt, [128, 'frobnicate', '7']])),
    'not-applicable',
    /stops every CA/,
  ],
  [
    caaIssuerNotAllowed,
    "a critical tag that Let's Encrypt does not know",
    given(caa([letsEncrypt, [128, 'contactemail', 'a@b.test']])),
    'not-applicable',
    /refuses/,
  ],
  [
    caaInvalid,
    'issuemail that breaks the grammar',
    given(caa([letsEncrypt, [0, 'issuemail', '%%%%%']])),
    'fail',
    /issuemail "%%%%%" is invalid, so no CA may issue S\/MIME certificates/,
  ],
  [
    caaInvalid,
    'issuevmc that breaks the grammar',
    given(caa([letsEncrypt, [0, 'IssueVMC', 'digicert.com; =x']])),
    'fail',
    /no CA may issue mark certificates/,
  ],
  [
    caaInvalid,
    'issuemail and issuevmc by the grammar',
    given(caa([letsEncrypt, [0, 'issuemail', 'ca1.example.net; account=123456'], [0, 'issuevmc', ';']])),
    'pass',
  ],
  [caaInvalid, 'an unknown tag that is not critical', given(caa([letsEncrypt, [0, 'frobnicate', '7']])), 'pass'],
  [caaInvalid, 'a critical tag that everybody knows', given(caa([[128, 'issue', 'letsencrypt.org']])), 'pass'],
  [
    caaInvalid,
    'an address in place of a name',
    given(caa([[0, 'issue', 'https://letsencrypt.org']])),
    'fail',
    /is invalid, so no CA may issue/,
  ],
  [caaInvalid, 'the example of RFC 8659', given(caa([[0, 'issue', '%%%%%']])), 'fail'],
  [
    caaInvalid,
    'octets that are no record',
    given(caa([letsEncrypt]), caa([letsEncrypt], { foundAt: 'x.test', malformed: ['\\# 1 00'] })),
    'fail',
    /malformed/,
  ],
  [caaInvalid, 'there are none', given(none), 'not-applicable'],
  [caaInvalid, 'not answered', given(failing), 'inconclusive'],
  [caaInvalid, 'not seen', unseenCaa, 'inconclusive'],

  [caaIssuerNotAllowed, "Let's Encrypt may issue", {}, 'pass', /letsencrypt\.org may issue/],
  [
    caaIssuerNotAllowed,
    'another authority may',
    given(caa([[0, 'issue', 'digicert.com']])),
    'fail',
    /Let's Encrypt.*\(letsencrypt\.org in CAA\), and CAA at example\.test allows digicert\.com/,
  ],
  [caaIssuerNotAllowed, 'nobody may', given(caa([[0, 'issue', ';']])), 'fail', /allows no CA/],
  [caaIssuerNotAllowed, 'two may', given(caa([[0, 'issue', 'digicert.com'], letsEncrypt])), 'pass'],
  [caaIssuerNotAllowed, 'a name in capitals', given(caa([[0, 'issue', 'LetsEncrypt.org']])), 'pass'],
  [
    caaIssuerNotAllowed,
    'a value that cannot be read allows nobody',
    given(caa([[0, 'issue', '%%%%%']])),
    'fail',
    /allows no CA/,
  ],
  [caaIssuerNotAllowed, 'nothing restricts', given(caa([[0, 'iodef', 'mailto:a@b.test']])), 'pass'],
  [
    caaIssuerNotAllowed,
    'wildcards are forbidden, and none is used',
    given(caa([letsEncrypt, [0, 'issuewild', ';']])),
    'pass',
  ],
  [
    caaIssuerNotAllowed,
    'wildcards are forbidden, and one is used',
    { leaf: wild, ...given(caa([letsEncrypt, [0, 'issuewild', ';']])) },
    'fail',
    /allows no CA \(issuewild, which applies to wildcards\);/,
  ],
  [caaIssuerNotAllowed, 'a wildcard, and no word of wildcards', { leaf: wild }, 'pass'],
  [
    caaIssuerNotAllowed,
    'an authority that the table does not know',
    stranger('CN=I,O=Strange'),
    'inconclusive',
    /unknown whether CAA allows CN=I,O=Strange/,
  ],
  [
    caaIssuerNotAllowed,
    'a brand of an authority that is allowed',
    { ...stranger('CN=ZeroSSL ECC,O=ZeroSSL'), ...given(caa([[0, 'issue', 'sectigo.com']])) },
    'pass',
  ],
  [
    caaIssuerNotAllowed,
    'a root of the operator',
    { verdict: { anchor: 'extra' }, ...given(caa([[0, 'issue', 'digicert.com']])) },
    'not-applicable',
  ],
  [caaIssuerNotAllowed, 'there are no records', given(none), 'not-applicable'],
  [caaIssuerNotAllowed, 'not answered', given(failing), 'inconclusive'],
  [caaIssuerNotAllowed, 'not seen', unseenCaa, 'inconclusive'],
];

testRows(rows);

test('hosts without records are one finding, and so are hosts that share records', () => {
  assert.equal(answer(caaMissing, audited(given(none, www))).count, 1);
  const broken = caa([[0, 'iodef', 'mailto:a@example.test']]);
  assert.equal(answer(caaInvalid, audited(given(broken, { ...broken, host: 'www.example.test' }))).count, 1);
});

test('values of issue are parsed by RFC 8659 section 4.2', () => {
  const read = (value: string) => {
    const parsed = parseIssue(value);
    return parsed === null ? null : { issuer: parsed.issuer, ...Object.fromEntries(parsed.parameters) };
  };
  assert.deepEqual(read('ca1.example.net'), { issuer: 'ca1.example.net' });
  assert.deepEqual(read('ca1.example.net; account=230123'), { issuer: 'ca1.example.net', account: '230123' });
  assert.deepEqual(read('ca1.example.net; policy=ev; a = b'), { issuer: 'ca1.example.net', policy: 'ev', a: 'b' });
  assert.deepEqual(read(';'), { issuer: null });
  assert.deepEqual(read(''), { issuer: null });
  assert.deepEqual(read(' CA.example ;'), { issuer: 'ca.example' });
  assert.deepEqual(read('; accounturi=https://a.test/1'), { issuer: null, accounturi: 'https://a.test/1' });
  for (const value of [
    '%%%%%',
    'letsencrypt.org.',
    'a b',
    'ca.test; policy',
    'ca.test; =x',
    'ca.test;;a=b',
    '-ca.test',
    'https://ca.test/',
  ])
    assert.equal(read(value), null, value);
});

test('no value of issue makes the parser throw, and names come in lower case', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (value) => {
      const issuer = parseIssue(value)?.issuer ?? '';
      assert.equal(issuer, issuer.toLowerCase());
    }),
    { numRuns: 300 },
  );
});

test('the organisation of a name is found at any position, unescaped', () => {
  assert.equal(organisationOf('CN=R,O=SSL Corp,C=US'), 'SSL Corp');
  assert.equal(organisationOf('O=DigiCert\\, Inc.,C=US'), 'DigiCert, Inc.');
  assert.equal(organisationOf('CN=a+O=Amazon'), 'Amazon');
  assert.equal(organisationOf('CN=FOO=bar,OU=x'), null);
});

test('CAs are recognized by organisation, never by common name alone', () => {
  assert.ok(identitiesOf('CN=WR1,O=Google Trust Services,C=US')?.includes('pki.goog'));
  assert.ok(identitiesOf('CN=Amazon RSA 2048 M02,O=Amazon,C=US')?.includes('amazontrust.com'));
  assert.deepEqual(identitiesOf('CN=Root YE,O=ISRG,C=US'), ['letsencrypt.org']);
  assert.equal(identitiesOf("CN=Let's Encrypt"), null);
});
