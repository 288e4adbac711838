import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../testing/random.ts';
import { listedNames } from './common-names.data.ts';
import { developmentWord, internalWord } from './host-words.ts';
import { hostOfName, inventoryOf } from './inventory.ts';
import {
  aliasPatterns,
  isWildcardAnswer,
  isWildcardKind,
  isWildcardUnknown,
  type NameAnswer,
  type RandomNameAnswer,
  wildcardAnswers,
  wildcardZones,
} from './wildcard.ts';
import { readTakeovers } from './read-takeovers.ts';
import { shippedTakeovers } from './takeover-services.data.ts';
import { takeoverMatch } from './takeover-table.ts';

test('the lists have 45 and 200 labels, each once', () => {
  assert.equal(listedNames.standard.length, 45);
  assert.equal(new Set(listedNames.deep).size, 200);
  for (const label of listedNames.deep) assert.match(label, /^[a-z0-9]+$/);
});

const matched = (name: string) => {
  const found = takeoverMatch(name, shippedTakeovers.services);
  return found === null ? null : `${found.service.service}: ${found.suffix}`;
};

const names: readonly (readonly [name: string, match: string | null])[] = [
  ['shop.github.io', 'GitHub Pages: github.io'],
  ['SHOP.GitHub.IO.', 'GitHub Pages: github.io'],
  ['github.io', null],
  ['notgithub.io', null],
  ['a.notgithub.io', null],
  ['github.io.example', null],
  ['a.s3.amazonaws.com', 'Amazon S3: s3.amazonaws.com'],
  ['a.s3-website-eu-west-1.amazonaws.com', 'Amazon S3: s3-website-eu-west-1.amazonaws.com'],
  ['a.s3-website.eu-central-1.amazonaws.com', 'Amazon S3: s3-website.eu-central-1.amazonaws.com'],
  ['a.b.s3.eu-west-1.amazonaws.com', 'Amazon S3: s3.eu-west-1.amazonaws.com'],
  ['s3-website-eu-west-1.amazonaws.com', null],
  ['a.s3-.amazonaws.com', null],
  ['prod.us-east-1.elasticbeanstalk.com', 'AWS Elastic Beanstalk: us-east-1.elasticbeanstalk.com'],
  // The environment has a generated identifier.
  ['prod.eba-x2.us-east-1.elasticbeanstalk.com', null],
  ['us-east-1.elasticbeanstalk.com', null],
  ['app.azurewebsites.net', 'Microsoft Azure: azurewebsites.net'],
  ['app-hash.westeurope-01.azurewebsites.net', null],
  ['vm.westeurope.cloudapp.azure.com', 'Microsoft Azure: westeurope.cloudapp.azure.com'],
  ['a.s3.dualstack.eu-west-1.amazonaws.com', 'Amazon S3: s3.dualstack.eu-west-1.amazonaws.com'],
  ['a.z6.web.core.windows.net', 'Microsoft Azure (names with conditions): z6.web.core.windows.net'],
  ['a.azurefd.net', 'Microsoft Azure (names with conditions): azurefd.net'],
  ['a-hash.z01.azurefd.net', null],
  ['proxy-ssl.webflow.com', 'Webflow: webflow.com'],
  ['', null],
];
for (const [name, expected] of names)
  test(`${name || 'an empty name'} belongs to ${expected ?? 'no service'}`, () =>
    assert.equal(matched(name), expected));

test('every row can be matched, and proved by a text or by NXDOMAIN', () => {
  for (const { service, suffixes, marks, nxdomain, labels = 1 } of shippedTakeovers.services) {
    assert.ok(marks.length > 0 || nxdomain === true, service);
    for (const mark of marks) assert.ok(mark.length >= 10, `${service}: ${mark}`);
    for (const suffix of suffixes) {
      const real = suffix.replaceAll('*', 'eu-west-1');
      assert.equal(takeoverMatch(real, shippedTakeovers.services)?.suffix === real, false, service);
      assert.notEqual(takeoverMatch(`${'customer.'.repeat(labels)}${real}`, shippedTakeovers.services), null, real);
    }
  }
});

test('services that ask for a proof of the domain, or whose names nobody is known to claim, are edge cases at most', () => {
  const open = shippedTakeovers.services
    .filter(({ status }) => status === 'vulnerable')
    .flatMap(({ suffixes }) => suffixes);
  for (const suffix of 'ngrok.io pantheonsite.io azurefd.net *.web.core.windows.net cloudapp.net github.io herokuapp.com netlify.app'.split(
    ' ',
  ))
    assert.equal(open.includes(suffix), false, suffix);
});

const entry = {
  cname: ['pages.vendor.example', '*.s.vendor.example', 'example', '*', 7],
  service: 'Pages',
  fingerprint: 'There is no site here',
  nxdomain: false,
  status: 'Edge case',
};

test("an operator's list is read in the form of can-i-take-over-xyz", () => {
  assert.deepEqual(readTakeovers([entry]), [
    {
      service: 'Pages',
      suffixes: ['pages.vendor.example', '*.s.vendor.example'],
      status: 'edge',
      marks: ['There is no site here'],
    },
  ]);
  assert.deepEqual(
    readTakeovers([{ ...entry, cname: ['c.example'], fingerprint: 'NXDOMAIN', nxdomain: true, status: 'Vulnerable' }]),
    [{ service: 'Pages', suffixes: ['c.example'], status: 'vulnerable', marks: [], nxdomain: true }],
  );
});

test('entries without an end of names, a mark or a known status are left out; a list without any is none', () => {
  const broken = [
    { ...entry, cname: [] },
    { ...entry, fingerprint: '' },
    { ...entry, fingerprint: '404' },
    { ...entry, status: 'Maybe' },
    { ...entry, service: 1 },
    null,
    [],
  ];
  for (const one of broken) assert.equal(readTakeovers([one]), null);
  for (const one of [null, {}, 'x', []]) assert.equal(readTakeovers(one), null);
  assert.equal(readTakeovers([...broken, entry])?.length, 1);
});

test('hosts are names of letters, digits and hyphens; a wildcard stands for the name below which it is', () => {
  assert.equal(hostOfName('*.App.Site.lab.'), 'app.site.lab');
  for (const text of ['', 'lab', '_dmarc.site.lab', 'a..lab', 'a b.lab', `${'a.'.repeat(200)}lab`, '-a.lab'])
    assert.equal(hostOfName(text), null, text);
});

test('an inventory holds names of the domain alone, each once with its sources, the best known first', () => {
  const sightings = [
    { name: 'dev.site.lab', source: 'list' },
    { name: 'app.site.lab', source: 'page' },
    { name: 'APP.site.lab', source: 'san' },
    { name: 'other.lab', source: 'san' },
    { name: 'notsite.lab', source: 'san' },
    { name: 'site.lab', source: 'san' },
  ] as const;
  assert.deepEqual(inventoryOf('site.lab', sightings, 10), [
    { name: 'site.lab', sources: ['target', 'san'] },
    { name: 'app.site.lab', sources: ['san', 'page'] },
    { name: 'dev.site.lab', sources: ['list'] },
  ]);
  assert.equal(inventoryOf('site.lab', sightings, 2).length, 2);
});

const zone = 'site.lab';
const answerOf = (label: string, change: Partial<NameAnswer> = {}): RandomNameAnswer => ({
  zone,
  name: `${label}.${zone}`,
  status: 'exists',
  aliases: [],
  addresses: [],
  ...change,
});
const two = (change: Partial<NameAnswer>): RandomNameAnswer[] => [answerOf('p1', change), answerOf('p2', change)];
const dname = ['p1', 'p2'].map((one) => answerOf(one, { status: 'missing', aliases: [`${one}.old.example`] }));
const rotating = [answerOf('p1', { addresses: ['192.0.2.1'] }), answerOf('p2', { addresses: ['192.0.2.7'] })];
const pool = two({ addresses: ['192.0.2.1', '192.0.2.2'] });
const mailAlone = two({ status: 'no-address' });
const withMail = two({ addresses: ['192.0.2.1'], mail: ['10 mx.lab'] });
const treed = ['p1', 'p2'].map((one) => answerOf(one, { aliases: [`${one}.old.example`], addresses: ['192.0.2.1'] }));
const weighted = ['a', 'b'].map((one) => answerOf(`p${one}`, { aliases: [`${one}.lb.lab`] }));

const wildcardRows: readonly (readonly [string, Partial<NameAnswer>, readonly RandomNameAnswer[], boolean])[] = [
  ['an address of the wildcard', { addresses: ['192.0.2.2'] }, pool, true],
  ['another address', { addresses: ['192.0.2.9'] }, pool, false],
  ['an alias beside addresses', { aliases: ['x.lab'], addresses: ['192.0.2.1'] }, pool, false],
  ['the alias of the wildcard', { aliases: ['x.lab'] }, two({ aliases: ['x.lab'] }), true],
  ['nothing beside addresses', { status: 'no-address' }, pool, false],
  ['nothing, as random names have', { status: 'no-address' }, mailAlone, true],
  ['an address where random names have none', { addresses: ['192.0.2.9'] }, mailAlone, false],
  ['no random names', { aliases: ['x.lab'] }, [], false],
  ['an alias that DNAME makes', { status: 'missing', aliases: ['dev.old.example'] }, dname, true],
  ['another alias beside DNAME', { aliases: ['dev.other.example'] }, dname, false],
  [
    'an alias that DNAME makes, of a tree that has others',
    { status: 'missing', aliases: ['dev.old.example'] },
    treed,
    true,
  ],
  ['a name that the tree has', { aliases: ['dev.old.example'], addresses: ['192.0.2.9'] }, treed, false],
  ['an alias that goes on behind DNAME', { status: 'missing', aliases: ['dev.old.example', 'x.lab'] }, dname, false],
  [
    'the same host, which leads elsewhere now',
    { aliases: ['x.lab', 'a.lab'] },
    two({ aliases: ['x.lab', 'b.lab'] }),
    true,
  ],
  ['an address of a pool that changes', { addresses: ['192.0.2.4'] }, rotating, false],
  ['an inner address beside one of the wildcard', { addresses: ['192.0.2.1'], ranges: ['fc00::/7'] }, pool, false],
  ['mail hosts of its own', { addresses: ['192.0.2.1'], mail: ['10 x.lab'] }, withMail, false],
  ['mail hosts of the wildcard', { addresses: ['192.0.2.1'], mail: ['10 mx.lab'] }, withMail, true],
  ['no mail hosts', { addresses: ['192.0.2.1'], mail: [] }, withMail, true],
  ['mail hosts, with nothing else', { status: 'no-address', mail: ['10 x.lab'] }, mailAlone, false],
];
for (const [what, change, randoms, expected] of wildcardRows)
  test(`names of a wildcard are told from names of their own: ${what}`, () => {
    assert.equal(isWildcardAnswer(answerOf('dev', change), randoms), expected);
  });

const kindRows: readonly (readonly [string, Partial<NameAnswer>, readonly RandomNameAnswer[], boolean])[] = [
  ['an address of a pool that changes', { addresses: ['192.0.2.4'] }, rotating, true],
  ['an alias beside a pool that changes', { aliases: ['x.lab'], addresses: ['192.0.2.4'] }, rotating, false],
  ['an inner address', { addresses: ['10.0.0.5'], ranges: ['10.0.0.0/8'] }, rotating, false],
  ['mail hosts of its own', { addresses: ['192.0.2.4'], mail: ['10 x.lab'] }, rotating, false],
  ['a pool that does not change', { addresses: ['192.0.2.4'] }, pool, false],
  ['another host of the same domain', { aliases: ['c.lb.lab'] }, weighted, true],
  ['a host that is missing', { status: 'missing', aliases: ['c.lb.lab'] }, weighted, false],
  ['a host without an answer', { status: 'unknown', aliases: ['c.lb.lab'] }, weighted, false],
  ['a host of another domain', { aliases: ['c.other.lab'] }, weighted, false],
  ['a host that leads to another domain', { aliases: ['c.lb.lab', 'c.other.lab'] }, weighted, false],
  ['an address beside hosts', { addresses: ['192.0.2.4'] }, weighted, false],
];
for (const [what, change, randoms, expected] of kindRows)
  test(`names may be made by a wildcard whose answers differ: ${what}`, () => {
    assert.equal(isWildcardKind(answerOf('dev', change), randoms), expected);
  });

test('customers of a service are different domains', () => {
  const pages = ['a', 'b'].map((one) => answerOf(`p${one}`, { aliases: [`${one}.github.io`] }));
  assert.equal(isWildcardKind(answerOf('dev', { aliases: ['c.github.io'] }), pages), false);
});

test('the answers of random names are told apart, and what nobody knows is known as such', () => {
  assert.equal(wildcardAnswers(pool.slice(0, 1).concat(two({ addresses: ['192.0.2.2'] }))).length, 1);
  assert.equal(wildcardAnswers(rotating).length, 2);
  assert.equal(wildcardAnswers(dname).length, 1);
  assert.deepEqual(wildcardAnswers(mailAlone), []);
  const [first, second] = two({ aliases: ['x.lab'] });
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(wildcardAnswers([{ ...first, status: 'unknown' }, second]), [second]);
  assert.equal(isWildcardUnknown('dev.site.lab', two({ status: 'unknown' })), true);
  assert.equal(isWildcardUnknown('dev.site.lab', [...two({ status: 'unknown' }), ...pool]), false);
  assert.equal(isWildcardUnknown('site.lab', two({ status: 'unknown' })), false);
});

test('a zone is a wildcard where random names exist or are aliases; the pattern of an alias stands for all names', () => {
  assert.deepEqual([...wildcardZones([...dname, ...two({ status: 'missing' })]).keys()], [zone]);
  assert.deepEqual([...wildcardZones(mailAlone).keys()], []);
  assert.deepEqual(
    dname.map((one) => aliasPatterns(one, zone)),
    [['*.old.example'], ['*.old.example']],
  );
  const chain = ['p1.a.lab', 'p1.b.lab', 'x.lab'];
  assert.deepEqual(aliasPatterns(answerOf('p1', { aliases: chain }), zone), ['*.a.lab', '*.b.lab', 'x.lab']);
  assert.deepEqual(aliasPatterns(answerOf('p1'), zone), []);
});

test('whatever strangers write, lists and names are read without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: anyCharacter, maxLength: 300 }), (value, text) => {
      readTakeovers(value);
      readTakeovers([value]);
      hostOfName(text);
      takeoverMatch(text, shippedTakeovers.services);
    }),
    { numRuns: 500 },
  );
});

test('words are found in the first label, between hyphens and digits', () => {
  const rows: readonly (readonly [name: string, development: string | null, internal: string | null])[] = [
    ['dev.site.lab', 'dev', 'dev'],
    ['api-staging2.site.lab', 'staging', 'staging'],
    ['jira.site.lab', null, 'jira'],
    ['devices.site.lab', null, null],
    ['www.dev.site.lab', null, null],
    ['contest.site.lab', null, null],
    ['', null, null],
  ];
  for (const [name, development, internal] of rows) {
    assert.equal(developmentWord(name), development, name);
    assert.equal(internalWord(name), internal, name);
  }
});
