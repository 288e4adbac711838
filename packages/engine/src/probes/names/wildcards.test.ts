import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import { flagsOf, type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { exampleZone } from '../../evidence/zone/example.ts';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { subPrivateIp } from '../../modules/subdomains/addresses.ts';
import { subInventory, subWildcardNoise } from '../../modules/subdomains/inventory.ts';
import {
  subAcmeDelegation,
  subCnameNxdomain,
  subCnameUnregistered,
  subMxUnregistered,
  subNsUnclaimed,
  subSrvDangling,
} from '../../modules/subdomains/references.ts';
import { subTakeoverCname } from '../../modules/subdomains/takeover.ts';
import { base, named } from '../../modules/subdomains/testing/evidence.ts';
import { messageOf } from '../../net/authoritative/question.ts';
import type { AuthoritativeClient } from '../../net/authoritative/client.ts';
import { reply, rr } from '../../net/resolver/scripted-server.ts';
import type { ProbeContext } from '../probe.ts';
import { testContext } from '../testing/context.ts';
import { wantedHosts } from './hosts.ts';
import { takeInventory } from './inventory.ts';
import { randomLabel, randomUses } from './random-labels.ts';
import { askRecords } from './records.ts';
import { askServices, candidatesIn } from './services.ts';
import { type TestRecords, zoneResolver } from './testing/zone-resolver.ts';

const checks = [
  subAcmeDelegation,
  subCnameNxdomain,
  subCnameUnregistered,
  subMxUnregistered,
  subNsUnclaimed,
  subPrivateIp,
  subSrvDangling,
  subTakeoverCname,
];

/** Further inputs of a row: names in its certificate, and the scan mode. */
interface Given {
  san?: readonly string[];
  isDeep?: boolean;
  isCompact?: boolean;
}

/** Servers of the parent zone, which have the NS records of the test; all others have no zone. */
function serversOf(records: TestRecords): AuthoritativeClient {
  const delegations = records.map((line) => line.split(' ')).filter(([, type]) => type === 'NS');
  const ask: AuthoritativeClient['ask'] = async (_server, question) => {
    const authorities = delegations.flatMap(([name = '', , data = '']) =>
      question.type === 'NS' && name === question.name ? [rr(name, 'NS', data)] : [],
    );
    const over: Partial<Message> = authorities.length > 0 ? { authorities } : { responseCode: responseCodes.refused };
    const message = reply(messageOf(question), { flags: flagsOf({ response: true }), ...over });
    return {
      ok: true,
      reply: { readable: true, message },
      start: null,
      bytes: 0,
      questionBytes: 0,
      roundTripMs: 0,
      transport: 'udp',
      truncated: false,
    };
  };
  const client: AuthoritativeClient = {
    for: () => client,
    ask,
    open: async () => assert.fail('No connection is needed'),
    sent: () => 0,
  };
  return client;
}

const sound = [
  `${base} A 192.0.2.1`,
  'mx.site.lab A 192.0.2.25',
  'lb1.lab A 192.0.2.11',
  'lb2.lab A 192.0.2.12',
  'c.github.io A 192.0.2.90',
  'ns1.digitalocean.com A 192.0.2.53',
];

async function namesOf(records: TestRecords, { san = [], isDeep = false, isCompact = false }: Given) {
  const all = [...sound, ...records];
  const context: ProbeContext = {
    ...testContext({
      target: { domain: base, registrableDomain: base, scanMode: isDeep ? 'deep' : 'standard' },
      settings: { allowNetworks: ['192.0.2.0/24'] },
      resolver: zoneResolver(all, isCompact ? base : undefined),
    }),
    authoritative: serversOf(all),
  };
  const { registrations } = context;
  const asked: ProbeContext = {
    ...context,
    registrations: {
      ...registrations,
      lookup: async (domain) => ({
        domain,
        ...(domain === 'dead.lab'
          ? { status: 'unregistered', proof: 'registry' }
          : { status: 'registered', proof: 'resolver' }),
      }),
    },
  };
  const found = await takeInventory(
    asked,
    base,
    san.map((name) => ({ name, source: 'san' as const })),
  );
  const services = await askServices(null, candidatesIn(found.inventory, found.randoms, shippedTakeovers), {
    label: 'p',
    most: 6,
  });
  return { ...found, ...(await askRecords(asked, base, { ...found, zone: exampleZone() })), services };
}

const judged = (names: Partial<NamesEvidence>) => {
  const { inventory = [], ...rest } = names;
  return named({ ...rest, inventory: inventory.filter(({ name }) => name !== base) });
};

const outcomesOf = (names: Partial<NamesEvidence>, kind: 'fail' | 'inconclusive'): string[] =>
  checks.flatMap((check) => {
    const outcome = check.evaluate(judged(names));
    if (outcome.outcome !== kind) return [];
    const subjects =
      outcome.outcome === 'fail' ? outcome.findings.map(({ subject = '' }) => subject.split(' ')[0]) : [];
    return [[check.id, ...new Set(subjects)].join(' ')];
  });

const abandoned = ['shop.site.lab NS ns1.digitalocean.com', 'shop.site.lab SERVFAIL'];
const lost = 'sub-ns-unclaimed shop.site.lab';
const toTree = 'site.lab DNAME alive.lab';
const tree = [toTree, 'alive.lab A 192.0.2.2'];
const weighted = '*.site.lab CNAME lb1.lab|lb2.lab';
const manyWeighted = '*.site.lab CNAME lb1.lab|lb2.lab|lb3.lab|lb4.lab';
/** A service with customer names below a public suffix, and more of them than random names are queried. */
const pool = Array.from({ length: 12 }, (_, at) => `app${at}.azurewebsites.net`);
const atService = [`*.site.lab CNAME ${pool.join('|')}`, ...pool.map((host, at) => `${host} A 192.0.2.${100 + at}`)];
const rotating = '*.site.lab A 192.0.2.71|192.0.2.72|192.0.2.73|192.0.2.74';
const deadMail = 'mail.site.lab MX 10 x.dead.lab';
const mailLost = 'sub-mx-unregistered mail.site.lab';

const rows: readonly (readonly [what: string, records: TestRecords, fails: readonly string[], given?: Given])[] = [
  // Child zones that their servers do not have.
  ['an abandoned zone', abandoned, [lost]],
  ['an abandoned zone beside addresses', [...abandoned, '*.site.lab A 192.0.2.9'], [lost]],
  ['an abandoned zone beside an alias', [...abandoned, '*.site.lab CNAME lb1.lab'], [lost]],
  ['an abandoned zone beside mail hosts', [...abandoned, '*.site.lab MX 10 mx.site.lab'], [lost]],
  ['an abandoned zone beside a refusal of mail', [...abandoned, '*.site.lab MX 0 .'], [lost]],
  ['an abandoned zone beside text', [...abandoned, '*.site.lab TXT x'], [lost]],
  [
    'an abandoned zone beside the wildcard of another name',
    [...abandoned, '*.dev.site.lab A 192.0.2.9'],
    [lost],
    { san: ['*.dev.site.lab'] },
  ],

  // DNAME.
  [
    'a tree that does not exist',
    ['site.lab DNAME gone.lab1.lab', 'lab1.lab A 192.0.2.2'],
    ['sub-cname-nxdomain *.site.lab'],
  ],
  ['a tree without an owner', ['site.lab DNAME dead.lab'], ['sub-cname-unregistered *.site.lab']],
  [
    'two trees, the second without an owner',
    [toTree, 'alive.lab DNAME dead.lab'],
    ['sub-cname-unregistered *.site.lab'],
  ],
  ['a tree that exists', [...tree, 'dev.alive.lab A 192.0.2.9'], []],
  [
    'a tree of which every name leads to nobody',
    [...tree, '*.alive.lab CNAME y.dead.lab'],
    ['sub-cname-unregistered *.site.lab'],
  ],
  [
    'a tree of which every name is missing',
    [...tree, '*.alive.lab CNAME y.lb1.lab'],
    ['sub-cname-nxdomain *.site.lab'],
  ],
  ['a tree of which every name is inside', [...tree, '*.alive.lab A 10.0.0.7'], ['sub-private-ip *.site.lab']],
  [
    'a tree of which one name leads to nobody',
    [...tree, 'shop.alive.lab CNAME y.dead.lab'],
    ['sub-cname-unregistered shop.site.lab'],
  ],
  [
    'a tree of which one name is missing',
    [...tree, 'shop.alive.lab CNAME y.lb1.lab'],
    ['sub-cname-nxdomain shop.site.lab'],
  ],
  ['a tree of which one name is inside', [...tree, 'dev.alive.lab A 10.0.0.7'], ['sub-private-ip dev.site.lab']],
  [
    'a tree of which one name is inside, beside a wildcard',
    [...tree, '*.alive.lab A 192.0.2.9', 'dev.alive.lab A 10.0.0.7'],
    ['sub-private-ip dev.site.lab'],
  ],
  ['names of a certificate that the tree lacks', tree, [], { san: ['a.b.site.lab', 'old.site.lab'] }],
  [
    'a tree at a service',
    ['site.lab DNAME azurewebsites.net', 'azurewebsites.net A 192.0.2.2'],
    ['sub-takeover-cname *.site.lab'],
  ],
  [
    'a delegated proof in a tree',
    [...tree, '_acme-challenge.alive.lab CNAME x.dead.lab'],
    ['sub-acme-delegation _acme-challenge.site.lab'],
  ],

  // Wildcards with several answers.
  ['two hosts', [weighted], []],
  [
    'two hosts, a name that leads to nobody',
    [weighted, 'shop.site.lab CNAME x.dead.lab'],
    ['sub-cname-unregistered shop.site.lab'],
  ],
  [
    'two hosts, a name that is missing',
    [weighted, 'shop.site.lab CNAME x.lb1.lab'],
    ['sub-cname-nxdomain shop.site.lab'],
  ],
  [
    'two hosts, a name at a service',
    [weighted, 'shop.site.lab CNAME gone.azurewebsites.net'],
    ['sub-takeover-cname shop.site.lab'],
  ],
  [
    'four hosts, a name that leads to nobody',
    [manyWeighted, 'lb3.lab A 192.0.2.13', 'lb4.lab A 192.0.2.14', 'shop.site.lab CNAME x.dead.lab'],
    ['sub-cname-unregistered shop.site.lab'],
  ],
  ['twelve hosts of one service', atService, []],
  [
    'twelve hosts of one service, a name that is free there',
    [...atService, 'shop.site.lab CNAME gone.azurewebsites.net'],
    ['sub-takeover-cname shop.site.lab'],
  ],
  ['two hosts, a name inside', [weighted, 'dev.site.lab A 10.0.0.5'], ['sub-private-ip dev.site.lab']],
  ['addresses, a name inside', [rotating, 'dev.site.lab A 10.0.0.5'], ['sub-private-ip dev.site.lab']],
  [
    'addresses, a name of a certificate inside',
    [rotating, 'db9.site.lab A 10.0.0.5'],
    ['sub-private-ip db9.site.lab'],
    { san: ['db9.site.lab'] },
  ],
  ['addresses, mail of nobody', [rotating, 'mail.site.lab A 192.0.2.99', deadMail], [mailLost]],
  ['one of two hosts has no owner', ['*.site.lab CNAME lb1.lab|x.dead.lab'], ['sub-cname-unregistered *.site.lab']],
  [
    'the other of two hosts has no owner',
    ['*.site.lab CNAME x.dead.lab|lb1.lab'],
    ['sub-cname-unregistered *.site.lab'],
  ],
  ['one of two hosts is missing', ['*.site.lab CNAME lb1.lab|x.lb1.lab'], ['sub-cname-nxdomain *.site.lab']],
  ['one of two addresses is inside', ['*.site.lab A 192.0.2.71|10.0.0.1'], ['sub-private-ip *.site.lab']],
  ['all addresses are inside', ['*.site.lab A 10.0.0.1|10.0.0.2|10.0.0.3|10.0.0.4'], ['sub-private-ip *.site.lab']],
  [
    'both hosts have faults, of which the graver is told',
    ['*.site.lab CNAME y.lb1.lab|x.dead.lab'],
    ['sub-cname-unregistered *.site.lab'],
  ],
  [
    'one of two hosts is free at a service',
    ['*.site.lab CNAME lb1.lab|gone.azurewebsites.net'],
    ['sub-takeover-cname *.site.lab'],
  ],

  // Mail of one name.
  ['mail of nobody', [deadMail], [mailLost]],
  ['mail of nobody beside mail hosts', [deadMail, '*.site.lab MX 10 mx.site.lab'], [mailLost]],
  ['mail of nobody beside text', [deadMail, '*.site.lab TXT x'], [mailLost]],
  ['mail of nobody where every name is denied as without records', [deadMail], [mailLost], { isCompact: true }],
  [
    'mail of nobody, with the address of all names',
    [deadMail, 'mail.site.lab A 192.0.2.9', '*.site.lab A 192.0.2.9'],
    [mailLost],
  ],
  [
    'mail of nobody of a name of the certificate, with the address of all names',
    ['box.site.lab MX 10 x.dead.lab', 'box.site.lab A 192.0.2.9', '*.site.lab A 192.0.2.9'],
    ['sub-mx-unregistered box.site.lab'],
    { san: ['box.site.lab'] },
  ],
  [
    'mail of nobody for every name',
    ['*.site.lab MX 10 x.dead.lab'],
    ['sub-mx-unregistered *.site.lab'],
    { isDeep: true },
  ],
  [
    'mail of nobody for every host',
    ['*.site.lab MX 10 x.dead.lab', '*.site.lab A 192.0.2.9'],
    ['sub-mx-unregistered *.site.lab'],
  ],

  // Records that only apply to the wildcard.
  ['services of every name', ['*.site.lab SRV 0 0 443 x.dead.lab'], ['sub-srv-dangling *.site.lab']],
  ['every service of one transport', ['*._tcp.site.lab SRV 0 0 443 x.dead.lab'], ['sub-srv-dangling *._tcp.site.lab']],
  [
    'a service beside those of every name',
    ['*.site.lab SRV 0 0 443 lb1.lab', '_sip._tls.site.lab SRV 0 0 443 x.dead.lab'],
    ['sub-srv-dangling _sip._tls.site.lab'],
  ],
  [
    'a delegated proof beside an alias',
    ['*.site.lab CNAME lb1.lab', '_acme-challenge.site.lab CNAME x.dead.lab'],
    ['sub-acme-delegation _acme-challenge.site.lab'],
  ],
  [
    'a host with an alias of every name below it',
    ['dev.site.lab A 192.0.2.30', '*.dev.site.lab CNAME x.dead.lab'],
    ['sub-acme-delegation *.dev.site.lab'],
    { san: ['dev.site.lab'] },
  ],
  [
    'a host with such an alias, and a delegated proof of its own',
    ['dev.site.lab A 192.0.2.30', '*.dev.site.lab CNAME lb1.lab', '_acme-challenge.dev.site.lab CNAME x.dead.lab'],
    ['sub-acme-delegation _acme-challenge.dev.site.lab'],
    { san: ['dev.site.lab'] },
  ],
  [
    'a host with a tree for all names below it',
    ['dev.site.lab A 192.0.2.30', 'dev.site.lab DNAME dead.lab'],
    ['sub-acme-delegation *.dev.site.lab'],
    { san: ['dev.site.lab'] },
  ],
  [
    'a host with the same text at every name below it',
    ['dev.site.lab A 192.0.2.30', '*.dev.site.lab TXT aLeftOverProof'],
    [],
    { san: ['dev.site.lab'] },
  ],
  ['an alias of every name', ['*.site.lab CNAME x.dead.lab'], ['sub-cname-unregistered *.site.lab']],

  // Wildcards named in certificates.
  [
    'the third zone of the certificate',
    ['*.z.site.lab CNAME x.dead.lab'],
    ['sub-cname-unregistered *.z.site.lab'],
    { san: ['*.a.site.lab', '*.b.site.lab', '*.z.site.lab'] },
  ],

  // Both address families.
  [
    'an inner IPv6 address beside IPv4',
    ['dev.site.lab A 192.0.2.8', 'dev.site.lab AAAA fd00::1'],
    ['sub-private-ip dev.site.lab'],
  ],
  ['the same of every name', ['*.site.lab A 192.0.2.8', '*.site.lab AAAA fd00::1'], ['sub-private-ip *.site.lab']],
  [
    'the same of one name, with the address of all names',
    ['*.site.lab A 192.0.2.8', 'dev.site.lab A 192.0.2.8', 'dev.site.lab AAAA fd00::1'],
    ['sub-private-ip dev.site.lab'],
  ],
  [
    'an inner address behind many',
    [...Array.from({ length: 9 }, (_, at) => `dev.site.lab A 192.0.2.${80 + at}`), 'dev.site.lab AAAA fd00::1'],
    ['sub-private-ip dev.site.lab'],
  ],
];

const word = new RegExp(
  Object.values(randomUses)
    .flat()
    .map((use) => randomLabel({ seed: 'test' }, use))
    .join('|'),
);

for (const [what, records, fails, given = {}] of rows)
  test(`names beside wildcards: ${what}`, async () => {
    const names = await namesOf(records, given);
    assert.deepEqual(outcomesOf(names, 'fail').toSorted(), [...fails].toSorted());
    const { randoms, ...shown } = names;
    assert.doesNotMatch(JSON.stringify(shown), word, 'no word of ours stands in the evidence');
    for (const check of [...checks, subInventory])
      assert.doesNotMatch(JSON.stringify(check.evaluate(judged(names))), word);
    const noise = subWildcardNoise.evaluate(judged({ randoms }));
    if (noise.outcome === 'informational')
      assert.doesNotMatch(noise.observations.map(({ description }) => description).join(), word);
  });

test('guessed names that a wildcard answers are not listed', async () => {
  for (const records of [
    [weighted],
    [manyWeighted, 'lb3.lab A 192.0.2.13', 'lb4.lab A 192.0.2.14'],
    atService,
    [rotating],
    ['*.site.lab MX 10 mx.site.lab'],
    ['*.site.lab A 10.0.0.1'],
  ]) {
    const { inventory } = await namesOf(records, {});
    assert.deepEqual(
      inventory.map(({ name }) => name),
      [base, '*.site.lab'],
      records[0],
    );
  }
});

test('the alias of the MTA-STS policy host is found without a list, and judged', async () => {
  const dangling = ['mta-sts.site.lab CNAME policy.dead.lab'];
  assert.deepEqual(outcomesOf(await namesOf(dangling, {}), 'fail'), ['sub-cname-unregistered mta-sts.site.lab']);
  const { inventory } = await namesOf(['*.site.lab A 192.0.2.9'], {});
  assert.ok(inventory.every(({ name }) => name !== 'mta-sts.site.lab'));
});

test('a separately configured name is kept beside a wildcard to other hosts of its service', async () => {
  const { inventory } = await namesOf(
    [...atService, 'shop.site.lab CNAME own.azurewebsites.net', 'own.azurewebsites.net A 192.0.2.150'],
    {},
  );
  assert.ok(inventory.some(({ name }) => name === 'shop.site.lab'));
});

test("hosts named in a certificate are requested, even at the wildcard's address", async () => {
  const san = ['staging.site.lab', 'admin.site.lab', 'app.site.lab', 'both.site.lab', 'inside.site.lab'];
  const records = [
    '*.site.lab A 192.0.2.9',
    'both.site.lab A 192.0.2.8',
    'both.site.lab AAAA fd00::1',
    'inside.site.lab A 10.0.0.1',
  ];
  const names = await namesOf(records, { san });
  const asked = (scanMode: 'standard' | 'deep') =>
    wantedHosts(scanMode, { ...names, web: [base] }).map(({ name }) => name.split('.')[0]);
  assert.deepEqual(asked('standard'), ['admin', 'staging']);
  assert.deepEqual(asked('deep'), ['admin', 'staging', 'app', 'both']);
});

test('where a wildcard has no answer, no check passes', async () => {
  const names = await namesOf(['*.site.lab SERVFAIL'], {});
  assert.deepEqual(
    names.inventory.map(({ name }) => name),
    [base],
  );
  const open = outcomesOf(names, 'inconclusive');
  for (const id of ['sub-ns-unclaimed', 'sub-cname-unregistered', 'sub-mx-unregistered', 'sub-acme-delegation'])
    assert.ok(open.includes(id), id);
});

test('wildcard zones of a certificate that were not queried prevent a pass', async () => {
  const san = Array.from({ length: 12 }, (_, at) => `*.z${at}.site.lab`);
  const names = await namesOf([], { san });
  assert.equal(names.notKept, 6);
  assert.ok(outcomesOf(names, 'inconclusive').includes('sub-cname-unregistered'));
});
