import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { NamesEvidence } from '../../../evidence/names/schema.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import { seen } from '../../../evidence/observed.ts';
import type { Check } from '../../../catalogue/check.ts';
import { dcvPersistAccounts, dcvPersistCaaForbidden, dcvPersistDangling, dcvPersistNoEnd } from './standing.ts';
import { base, dangling, named, nameless, own, type Row, silent, testRows } from '../testing/evidence.ts';

const account = (number: number, rest = ''): string =>
  `ca.example; accounturi=https://ca.example/acct/${number}${rest}`;
const later = '; persistUntil=1830297600';

const standing = (texts: readonly string[], name = base, change: Partial<NamesEvidence> = {}) =>
  named({ ...change, authorisations: [{ name, texts: [...texts] }] });

/** The same, with CAA of the domain. */
const withCaa = (evidence: ReturnType<typeof named>, ...values: readonly string[]) => {
  const records = values.map((value) => ({ flags: 0, tag: 'issue', value }));
  const caa: CertificatesEvidence['caa'] = seen([
    {
      host: base,
      climb: [{ name: base, status: 'answer', authenticated: true }],
      foundAt: values.length === 0 ? null : base,
      records,
      malformed: [],
      authenticated: true,
    },
  ]);
  return { ...evidence, certificates: { ...noCertificates, caa } };
};

/** Rows that all of them have. */
const shared = (check: Check): Row[] => [
  [check, 'no authorisation', named(), 'not-applicable', /No name has a standing/],
  [check, 'a text of another kind', standing(['v=spf1 -all', 'hello']), 'not-applicable'],
  [check, 'no account', standing(['ca.example; policy=wildcard']), 'not-applicable'],
  [check, 'an end that cannot be read', standing([account(1, '; persistUntil=soon')]), 'not-applicable'],
  [check, 'it has ended', standing([account(1, '; persistUntil=1700000000')]), 'not-applicable'],
  [check, 'no answer', named({ pointersOpen: [`_validation-persist.${base}`] }), 'inconclusive', /no usable answer/],
  [check, 'older evidence', older, 'inconclusive', /not queried/],
  [check, 'a www host', nameless, 'not-applicable'],
  [check, 'silence', silent, 'inconclusive'],
];

const { authorisations: _, ...before } = named().names;
const older = { ...named(), names: before };
const gone = { inventory: [dangling('old', 'old.vendor.example')] };

testRows([
  ...[dcvPersistDangling, dcvPersistCaaForbidden, dcvPersistAccounts, dcvPersistNoEnd].flatMap(shared),
  [
    dcvPersistDangling,
    'the name leads nowhere',
    standing([account(1, '; policy=wildcard')], `old.${base}`, gone),
    'fail',
    /old\.site\.lab leads nowhere[^]*for old\.site\.lab and all names below it to https:\/\/ca\.example\/acct\/1/,
  ],
  [dcvPersistDangling, 'the name exists', standing([account(1)], `app.${base}`, { inventory: [own('app')] }), 'pass'],
  [
    dcvPersistCaaForbidden,
    'CAA names another authority',
    withCaa(standing([account(1)]), 'other.example'),
    'fail',
    /ca\.example has a standing authorisation for site\.lab, and CAA at site\.lab allows other\.example: it must refuse/,
  ],
  ...(
    [
      [
        'by other methods only',
        'ca.example; validationmethods=http-01,dns-01',
        'fail',
        /allows it by http-01, dns-01 only/,
      ],
      ['by this method', 'ca.example; validationmethods=dns-01,dns-persist-01', 'pass'],
      ['for this account', 'ca.example; accounturi=https://ca.example/acct/1', 'pass'],
      ['for another account', 'ca.example; accounturi=https://ca.example/acct/2', 'fail', /for another account/],
    ] as const
  ).map(([how, value, outcome, says = /./]): Row => {
    const evidence = withCaa(standing([account(1)]), value);
    return [dcvPersistCaaForbidden, `CAA allows it ${how}`, evidence, outcome, says];
  }),
  [dcvPersistCaaForbidden, 'CAA allows nobody', withCaa(standing([account(1)]), ';'), 'fail', /allows no CA/],
  [
    dcvPersistCaaForbidden,
    'CAA allows it, in any case',
    withCaa(standing(['CA.Example; accounturi=x:1']), 'ca.example'),
    'pass',
  ],
  [dcvPersistCaaForbidden, 'there is no CAA', withCaa(standing([account(1)])), 'pass'],
  [
    dcvPersistCaaForbidden,
    'CAA of that name was not asked',
    withCaa(standing([account(1)], `app.${base}`, { inventory: [own('app')] }), 'other.example'),
    'inconclusive',
  ],
  [
    dcvPersistAccounts,
    'two accounts',
    standing([account(1), account(2)]),
    'informational',
    /2 accounts may get certificates for site\.lab[^]*acct\/1[^]*acct\/2/,
  ],
  [dcvPersistAccounts, 'one account twice', standing([account(1), account(1, later)]), 'pass'],
  [dcvPersistNoEnd, 'no end', standing([account(1)]), 'informational', /has no persistUntil/],
  [dcvPersistNoEnd, 'an end', standing([account(1, later)]), 'pass', /the last on 2028-01-01T00:00:00Z/],
]);
