import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen, unseen, untested } from '../observed.ts';
import { exampleAskedHost, exampleKnownName, exampleServiceAlias } from './example.ts';
import { noNames } from './none.ts';
import { networkMember } from './member.ts';
import type { NamesEvidence } from './schema.ts';
import { namesSection } from './section.ts';
import { nameTree } from './tree.ts';

const missing = { status: 'missing' as const, addresses: [] };
const inside = { address: '10.1.2.3', blockedBy: '10.0.0.0/8' };
const names: NamesEvidence = {
  ...noNames,
  base: 'site.lab',
  listed: { asked: 45, unanswered: 1 },
  notKept: 2,
  inventory: [
    exampleKnownName('site.lab', { sources: ['target'] }),
    exampleKnownName('app.site.lab', { sources: ['san', 'list'] }),
    exampleKnownName('v2.app.site.lab'),
    exampleKnownName('blog.site.lab', { ...missing, aliases: ['x.pages.example'] }),
    exampleKnownName('old.site.lab', { ...missing, aliases: ['gone.example'] }),
    exampleKnownName('portal.site.lab', { ...missing, aliases: ['p.free.lab'] }),
    exampleKnownName('db.site.lab', { addresses: [inside] }),
    exampleKnownName('slow.site.lab', { status: 'unknown', addresses: [] }),
  ],
  services: [exampleServiceAlias('blog.site.lab', { exists: 'no', byNxdomain: true, own: untested('not-asked') })],
  references: [
    {
      registration: { domain: 'free.lab', status: 'unregistered', proof: 'registry' },
      usedBy: [{ kind: 'cname', name: 'portal.site.lab', target: 'p.free.lab' }],
    },
  ],
  hosts: [
    exampleAskedHost('app.site.lab'),
    exampleAskedHost('v2.app.site.lab', {
      https: unseen('timeout', 'no-address'),
      tls: { authorized: false, problem: 'CERT_HAS_EXPIRED', names: [] },
    }),
  ],
};

test('the section lists names, services, referenced domains and hosts', () => {
  const section = namesSection({ names });
  assert.deepEqual(
    section?.tables.map(({ caption, rows }) => [caption, rows.length]),
    [
      ['Names', 8],
      ['Aliases into services', 1],
      ['Referenced domains', 1],
      ['Hosts', 2],
    ],
  );
  assert.match(
    section?.tables[0]?.note ?? '',
    /^45 common names were looked up, 1 of them without an answer\. 2 further/,
  );
  assert.match(JSON.stringify(section?.tables[3]), /CERT_HAS_EXPIRED/);
  assert.equal(namesSection({ names: noNames }), null);
  assert.equal(namesSection({}), null);
});

test('the tree hangs each name below the nearest one that is shown, and marks what leads nowhere', () => {
  const tree = nameTree(names);
  const parents = Object.fromEntries((tree?.edges ?? []).map(({ from, to }) => [to, from]));
  assert.equal(parents['v2.app.site.lab'], 'app.site.lab');
  assert.equal(parents['app.site.lab'], 'site.lab');
  const tones = Object.fromEntries((tree?.nodes ?? []).map(({ id, tone }) => [id, tone]));
  assert.deepEqual(
    [tones['blog.site.lab'], tones['portal.site.lab'], tones['old.site.lab'], tones['app.site.lab']],
    ['bad', 'bad', 'fair', 'good'],
  );
  assert.equal(nameTree({ ...names, inventory: [exampleKnownName('site.lab')] }), null);
});

test('a tree of many names keeps those with something to fix', () => {
  const many = Array.from({ length: 200 }, (_, at) => exampleKnownName(`n${at}.site.lab`));
  const tree = nameTree({ ...names, inventory: [...many, ...names.inventory] });
  assert.equal(tree?.nodes.length, 41);
  for (const name of ['blog.site.lab', 'portal.site.lab', 'old.site.lab', 'db.site.lab'])
    assert.ok(
      tree.nodes.some(({ id }) => id === name),
      name,
    );
});

test('a wildcard with several answers is one name of the tree, by the worst of them', () => {
  const inventory = [
    exampleKnownName('*.site.lab', { ...missing, aliases: ['gone.example'] }),
    exampleKnownName('*.site.lab'),
  ];
  const tree = nameTree({ ...names, inventory });
  assert.deepEqual(
    tree?.nodes.map(({ id, tone }) => [id, tone]),
    [
      ['site.lab', 'neutral'],
      ['*.site.lab', 'fair'],
    ],
  );
});

test('the member of the report names where each name leads, and what that comes to', () => {
  const member = networkMember(names, []);
  const verdicts = Object.fromEntries((member?.names ?? []).map(({ name, verdict }) => [name.split('.')[0], verdict]));
  assert.deepEqual(verdicts, {
    site: 'none',
    app: 'none',
    v2: 'none',
    blog: 'claimable',
    old: 'dangling',
    portal: 'unregistered',
    db: 'private',
    slow: 'open',
  });
  assert.equal(member?.names.find(({ name }) => name === 'v2.app.site.lab')?.parent, 'app.site.lab');
  assert.equal(networkMember({ ...noNames, walk: seen({ names: [], ended: 'whole' }) }, []), null);
});
