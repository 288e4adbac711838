import type { ChildZone, NameReference, Pointer } from '../../evidence/names/schema.ts';
import { exampleServiceAlias } from '../../evidence/names/example.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import type { Check } from '../../catalogue/check.ts';
import {
  subAcmeDelegation,
  subCnameNxdomain,
  subCnameUnregistered,
  subMxUnregistered,
  subNsUnclaimed,
  subSrvDangling,
} from './references.ts';
import { dangling, named, nameless, own, partly, reference, type Row, silent, testRows } from './testing/evidence.ts';

/** Evidence of earlier versions includes names that cannot be registered. */
const special = { domain: 'vendor.test', status: 'unregistered', proof: 'registry' } as const;

/** The rows of every check of references of one kind. */
const referenceRows = (check: Check, kind: NameReference['usedBy'][number]['kind'], says: RegExp): Row[] => {
  const by = (...rest: [NameReference['registration']['status'], NameReference['registration']['proof']?]) =>
    named({ references: [reference(kind, 'x', ...rest)] });
  return [
    [check, 'nobody owns the domain', by('unregistered'), 'fail', says],
    [
      check,
      'its servers deny it',
      by('unregistered', 'name-servers'),
      'fail',
      /Reproduce: dig \w+ x\.site\.lab; dig NS/,
    ],
    [check, 'the zone of the domain does not exist', by('unregistrable', 'resolver'), 'pass'],
    [
      check,
      'nobody can register it',
      named({ references: [{ ...reference(kind, 'x', 'unregistered'), registration: { ...special } }] }),
      'pass',
    ],
    [check, 'it is on hold', by('registered'), 'informational', /on hold or expired/],
    [check, 'somebody owns it', by('registered', 'resolver'), 'pass'],
    [check, 'nobody knows', by('unknown', 'resolver'), 'inconclusive', /could not be determined/],
    [check, 'no reference', named(), 'pass'],
    [check, 'nothing was answered', silent, 'inconclusive'],
    [check, 'a www host', nameless, 'not-applicable'],
  ];
};

const unanswered = (name: string) => named({ pointersOpen: [`${name}.site.lab`] });
const pointer: Pointer = { kind: 'srv', name: '_sip._tls.site.lab', target: 'sip.lab', status: 'unknown' };
const wildPointer: Pointer = { ...pointer, name: '*.site.lab' };

const zone = (rcodes: readonly (number | null)[], provider = 'digitalocean.com'): ChildZone => ({
  name: 'shop.site.lab',
  servers: rcodes.map((rcode, at) => ({
    name: `ns${at}.${provider}`,
    address: '192.0.2.53',
    rcode: rcode === null ? unseen('timeout', 'server-silent', 4_000) : seen(rcode),
  })),
});
const lame = own('shop', { status: 'unknown', addresses: [] });
const delegated = (...zones: readonly ChildZone[]) => named({ inventory: [lame], childZones: [...zones] });

const free = exampleServiceAlias('old.site.lab', { exists: 'no', byNxdomain: true, own: untested('not-asked') });

const rows: Row[] = [
  ...referenceRows(subCnameUnregistered, 'cname', /content and gets certificates for x\.site\.lab/),
  [subCnameUnregistered, 'a name without an answer', partly, 'inconclusive'],
  [
    subCnameUnregistered,
    'words of ours below a wildcard, without an answer',
    named({ inventory: [dangling('*', 'x.lab')], listed: { asked: 45, unanswered: 2 } }),
    'inconclusive',
    /^2 common names had no usable answer/,
  ],
  [
    subCnameNxdomain,
    'the wildcard itself',
    named({ inventory: [dangling('*', 'gone.lab')] }),
    'fail',
    /\*\.site\.lab is an alias of gone\.lab[^]*dig A '\*\.site\.lab'/,
  ],
  [
    subMxUnregistered,
    'a wildcard',
    named({ references: [reference('mx', '*', 'unregistered')] }),
    'fail',
    /receives mail for \*\.site\.lab/,
  ],
  [subCnameUnregistered, 'names beyond the cap', named({ notKept: 7 }), 'inconclusive', /7 further names/],
  [subCnameUnregistered, 'domains beyond the cap', named({ referencesLeft: 2 }), 'inconclusive', /2 referenced/],
  ...referenceRows(subAcmeDelegation, 'acme', /gets certificates for x\.site\.lab/),
  [subAcmeDelegation, 'a question without an answer', unanswered('_acme-challenge'), 'inconclusive'],
  [subAcmeDelegation, 'another question without an answer', unanswered('_sip._tls'), 'pass'],
  [subAcmeDelegation, 'names beyond the cap', named({ pointersLeft: 3 }), 'inconclusive', /3 names were not queried/],
  ...referenceRows(subMxUnregistered, 'mx', /receives mail for x\.site\.lab/),
  [subMxUnregistered, 'a question without an answer', unanswered('news'), 'inconclusive'],
  [subMxUnregistered, 'names beyond the cap', named({ pointersLeft: 3 }), 'inconclusive', /3 names were not queried/],
  [
    subMxUnregistered,
    'common names without an answer',
    named({ listed: { asked: 45, unanswered: 2 } }),
    'inconclusive',
    /^2 common names/,
  ],
  [subMxUnregistered, 'the host of a service without an answer', named({ pointers: [wildPointer] }), 'pass'],
  [subSrvDangling, 'the host of any service without an answer', named({ pointers: [wildPointer] }), 'inconclusive'],
  [
    subCnameUnregistered,
    'records that nobody knows',
    named({ inventory: [own('app', { unseen: ['AAAA'] })] }),
    'inconclusive',
    /app\.site\.lab: no usable answer from DNS about AAAA/,
  ],
  ...referenceRows(subSrvDangling, 'srv', /credentials/),
  [subSrvDangling, 'a question without an answer', unanswered('_sip._tls'), 'inconclusive'],
  [subSrvDangling, 'a host without an answer', named({ pointers: [pointer] }), 'inconclusive', /leads to sip\.lab/],

  [subCnameNxdomain, 'the target is missing', named({ inventory: [dangling('old', 'gone.lab')] }), 'fail', /gone\.lab/],
  [
    subCnameNxdomain,
    'the domain of the target is registered',
    named({
      inventory: [dangling('old', 'x.gone.lab')],
      references: [reference('cname', 'old', 'registered', 'resolver')],
    }),
    'fail',
  ],
  ...(
    [
      ['in the own zone', 'gone.site.lab', /Only the owner of site\.lab/],
      ['under a name of special use', 'db.corp.internal', /No public zone/],
      ['at an address', '10.1.2.3', /No public zone/],
      ['under an onion name', 'x.onion', /No public zone/],
    ] as const
  ).map(([what, target, says]): Row => [
    subCnameNxdomain,
    `the missing target is ${what}`,
    named({ inventory: [dangling('old', target)] }),
    'informational',
    says,
  ]),
  [
    subCnameNxdomain,
    'in the own zone, and another at somebody else',
    named({ inventory: [dangling('old', 'gone.site.lab'), dangling('older', 'gone.lab')] }),
    'fail',
    /gone\.lab/,
  ],
  [
    subCnameNxdomain,
    'the zone of the target does not exist',
    named({
      inventory: [dangling('old', 'x.gone.lab')],
      references: [reference('cname', 'old', 'unregistrable', 'resolver')],
    }),
    'informational',
    /No public zone/,
  ],
  [
    subCnameNxdomain,
    'a service that gives its names to nobody else',
    named({ inventory: [dangling('old', 'x.pages.example')], services: [{ ...free, status: 'safe' }] }),
    'informational',
  ],
  [
    subCnameNxdomain,
    'its domain is unregistered, which is told elsewhere',
    named({ inventory: [dangling('old', 'x.gone.lab')], references: [reference('cname', 'old', 'unregistered')] }),
    'pass',
  ],
  [
    subCnameNxdomain,
    'it can be claimed, which is told elsewhere',
    named({ inventory: [dangling('old', 'x.pages.example')], services: [free] }),
    'pass',
  ],
  [subCnameNxdomain, 'www, which is told elsewhere', named({ inventory: [dangling('www', 'gone.lab')] }), 'pass'],
  [subCnameNxdomain, 'the target exists', named({ inventory: [own('app', { aliases: ['x.lab'] })] }), 'pass'],
  [subCnameNxdomain, 'a name without an answer', partly, 'inconclusive'],
  [subCnameNxdomain, 'a www host', nameless, 'not-applicable'],

  [
    subNsUnclaimed,
    'its servers refuse',
    delegated(zone([5, 5])),
    'fail',
    /DigitalOcean, whose name servers do not have/,
  ],
  [subNsUnclaimed, 'one of them answers', delegated(zone([5, 0])), 'pass'],
  [subNsUnclaimed, 'one of them is silent', delegated(zone([5, null])), 'inconclusive', /not every name server/],
  [subNsUnclaimed, 'a provider that asks for proof', delegated(zone([5, 5], 'own.lab')), 'pass'],
  [subNsUnclaimed, 'the servers are not known', delegated(), 'inconclusive'],
  [
    subNsUnclaimed,
    'a name server in an unregistered domain',
    named({ references: [reference('ns', 'shop', 'unregistered')] }),
    'fail',
    /answers for shop\.site\.lab/,
  ],
  [
    subNsUnclaimed,
    'common names without an answer',
    named({ listed: { asked: 45, unanswered: 2 } }),
    'inconclusive',
    /^2 common names had no usable answer/,
  ],
  [subNsUnclaimed, 'names beyond the cap', named({ notKept: 7 }), 'inconclusive', /7 further names/],
  [subNsUnclaimed, 'no zone below', named(), 'pass'],
  [subNsUnclaimed, 'a www host', nameless, 'not-applicable'],
];

testRows(rows);
