import { seen, unseen, untested } from '../../evidence/observed.ts';
import { subInventory, subNamingLeak, subWildcardNoise, subZoneWalk } from './inventory.ts';
import { named, nameless, own, randoms, type Row, silent, testRows } from './testing/evidence.ts';

const published = own('jira', { sources: ['san', 'list'] });
const walked = (names: readonly string[], ended: 'whole' | 'most' | 'no-nsec' | 'minimal' | 'unanswered') =>
  named({ walk: seen({ names: [...names], ended }) });

const rows: Row[] = [
  [
    subInventory,
    'a wildcard with two answers',
    named({ inventory: [own('*'), own('*')] }),
    'informational',
    /1 name below/,
  ],
  [subInventory, 'names', named({ inventory: [own('app'), own('api')] }), 'informational', /2 names below the domain/],
  [subInventory, 'no name', named(), 'pass'],
  [
    subInventory,
    'a name of a certificate that does not exist',
    named({ inventory: [own('x', { status: 'missing' })] }),
    'pass',
  ],
  [subInventory, 'nothing was answered', silent, 'inconclusive'],
  [subNamingLeak, 'a product', named({ inventory: [published] }), 'informational', /about "jira"\. It stands in: san/],
  [subNamingLeak, 'a product that was guessed', named({ inventory: [own('jira')] }), 'pass'],
  [subNamingLeak, 'a neutral name', named({ inventory: [own('app', { sources: ['san'] })] }), 'pass'],
  [subNamingLeak, 'a www host', nameless, 'not-applicable'],
  [subZoneWalk, 'a whole chain', walked(['a.site.lab', 'b.site.lab'], 'whole'), 'informational', /2 names of the zone/],
  [subZoneWalk, 'a long chain', walked(['a.site.lab'], 'most'), 'informational', /which go on/],
  [subZoneWalk, 'no chain', walked([], 'no-nsec'), 'pass'],
  [subZoneWalk, 'invented names', walked([], 'minimal'), 'pass'],
  [subZoneWalk, 'no answer', walked([], 'unanswered'), 'inconclusive'],
  [subZoneWalk, 'not asked', named({ walk: untested('deep-mode-only') }), 'inconclusive'],
  [subZoneWalk, 'silence', named({ walk: unseen('timeout', 'server-silent', 4_000) }), 'inconclusive'],
  [subZoneWalk, 'a www host', nameless, 'not-applicable'],
  [
    subWildcardNoise,
    'an address for all',
    named({ randoms: randoms({ status: 'exists', addresses: ['192.0.2.1'] }) }),
    'informational',
    /Any name below/,
  ],
  [
    subWildcardNoise,
    'an alias for all',
    named({ randoms: randoms({ aliases: ['x.example'] }) }),
    'informational',
    /x\.example/,
  ],
  [
    subWildcardNoise,
    'aliases that a DNAME record makes, below another name',
    named({
      randoms: [
        { zone: 'a.site.lab', name: 'p1.a.site.lab', status: 'missing', aliases: ['p1.old.lab'], addresses: [] },
      ],
    }),
    'informational',
    /^[^]*Any name below a\.site\.lab leads to \*\.old\.lab[^]*\*\.a\.site\.lab → \*\.old\.lab/,
  ],
  [subWildcardNoise, 'nothing', named(), 'pass'],
  [subWildcardNoise, 'no answer', named({ randoms: randoms({ status: 'unknown' }) }), 'inconclusive'],
  [subWildcardNoise, 'nothing was asked', named({ randoms: [] }), 'not-applicable'],
];

testRows(rows);
