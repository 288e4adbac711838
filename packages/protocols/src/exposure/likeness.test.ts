import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlike, type Look, lookHash, saysTheSame, wordsOf } from './likeness.ts';

const words = Array.from({ length: 80 }, (_none, at) => `word${at}`).join(' ');
const look = (text: string, path: string, change: Partial<Look> = {}): Look => ({
  status: 200,
  type: 'text/html',
  sha256: text,
  simhash: lookHash(text, path),
  location: null,
  words: wordsOf(text, path, 4_096),
  ...change,
});

test('a page that repeats the path is the same page', () => {
  const pageFor = (path: string): Look => look(`<h1>Not found</h1><p>${path}</p><p>${words}</p>`, path);
  assert.ok(isAlike(pageFor('/a1b2c3'), pageFor('/.env')));
  assert.ok(!isAlike(pageFor('/a1b2c3'), look('DB_PASSWORD=x and other words of a file', '/.env')));
});

test('status, type and target of a redirect tell pages apart', () => {
  const one = look(words, '/a');
  assert.ok(isAlike(one, { ...one, sha256: 'other' }));
  assert.ok(!isAlike(one, { ...one, status: 404 }));
  assert.ok(!isAlike(one, { ...one, sha256: 'other', type: 'text/plain' }));
  assert.ok(!isAlike(one, { ...one, location: '/login' }));
  assert.ok(isAlike({ ...one, location: '/login' }, look('x', '/b', { location: '/login' })));
});

const shell = 'menu home products about contact help '.repeat(4);
const samples = (text: (path: string) => string): Look[] =>
  ['/a1b2', '/c3d4.php'].map((path) => look(text(path), path));
const notHere = (path: string): string =>
  `<p>${shell}</p><h1>Page not found</h1><p>${path} does not exist at 12:30</p>`;
const random = (path: string): string => `${notHere(path)} ${path === '/a1b2' ? 'blue shoes' : 'green hats'}`;

const sayings: readonly (readonly [what: string, isSame: boolean, text: string, path: string, of: Look[]])[] = [
  [
    'the same page with another path and time',
    true,
    notHere('/.env').replace('12:30', '12:31'),
    '/.env',
    samples(notHere),
  ],
  ['words of the path', true, `${notHere('/backup.sql')} backup`, '/backup.sql', samples(notHere)],
  ['a word of the layout that is in the path', true, notHere('/about'), '/about', samples(notHere)],
  ['the layout around other words', false, notHere('/.env').replace('not found', 'blocked'), '/.env', samples(notHere)],
  ['the page with a notice', false, `${notHere('/.env')} You were blocked.`, '/.env', samples(notHere)],
  ['a page that changes, with further words', true, `${notHere('/.env')} red socks`, '/.env', samples(random)],
  ['the layout of a page that changes', false, `<p>${shell}</p> Access denied`, '/.env', samples(random)],
  ['what cannot be compared', true, 'Access denied', '/.env', samples(notHere).slice(1)],
];
for (const [what, isSame, text, path, of] of sayings)
  test(`${what} ${isSame ? 'is' : 'is not'} the word of the site`, () =>
    assert.equal(saysTheSame(look(text, path), path, of), isSame));

test('where a path shifts the end of what is read, the words stay', () => {
  const of = (path: string) =>
    wordsOf(`${path} ${'some more words of a page '.repeat(9)}${path}`.slice(0, 512), path, 512);
  assert.deepEqual(of('/a'), of('/a-much-longer-path/than/that'));
});
