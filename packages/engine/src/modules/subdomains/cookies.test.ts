import { exampleServiceAlias } from '../../evidence/names/example.ts';
import type { ServiceAlias } from '../../evidence/names/schema.ts';
import { untested } from '../../evidence/observed.ts';
import { subCookieTakeoverChain } from './cookies.ts';
import { base, named, nameless, reference, type Row, silent, testRows, withCookie } from './testing/evidence.ts';

const at = (change: Partial<ServiceAlias>) => named({ services: [exampleServiceAlias('blog.site.lab', change)] });
const unclaimed = { exists: 'no', byNxdomain: true, own: untested('not-asked') } as const;
const domain = ['domain', base] as const;

const rows: Row[] = [
  [
    subCookieTakeoverChain,
    'a cookie of the domain, and a free name',
    withCookie(at(unclaimed), domain),
    'fail',
    /send sid to every name[^]*Reproduce: curl -sk -o \/dev\/null -D - https:\/\/[^]*; dig A blog\.site\.lab/,
  ],
  [
    subCookieTakeoverChain,
    'an alias into an unregistered domain',
    withCookie(named({ references: [reference('cname', 'portal', 'unregistered')] }), domain),
    'fail',
    /portal\.site\.lab/,
  ],
  [
    subCookieTakeoverChain,
    "only a resolver's word",
    withCookie(named({ references: [reference('cname', 'portal', 'unregistered', 'resolver')] }), domain),
    'pass',
  ],
  [subCookieTakeoverChain, 'no free name', withCookie(at({}), domain), 'pass'],
  [subCookieTakeoverChain, 'a cookie of one host', withCookie(at(unclaimed), ['path', '/']), 'not-applicable'],
  [
    subCookieTakeoverChain,
    'a cookie of another domain',
    withCookie(at(unclaimed), ['domain', 'app.site.lab']),
    'not-applicable',
  ],
  [subCookieTakeoverChain, 'no cookie', at(unclaimed), 'not-applicable'],
  [
    subCookieTakeoverChain,
    'proofs that are not complete',
    withCookie(at({ own: untested('not-asked') }), domain),
    'inconclusive',
  ],
  [subCookieTakeoverChain, 'nothing was answered', silent, 'inconclusive'],
  [subCookieTakeoverChain, 'a www host', nameless, 'not-applicable'],
];

testRows(rows);
