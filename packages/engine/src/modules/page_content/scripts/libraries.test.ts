import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { unseen } from '../../../evidence/observed.ts';
import { library, type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { unmaintainedLibraries } from './end-of-life.data.ts';
import { jsEol, jsVulnerableHigh, jsVulnerableLow, jsVulnerableMedium } from './libraries.ts';

const withLibraries = (...libraries: ReturnType<typeof library>[]) => seenPage('<p>', { libraries });
const unreadScript = { url: 'https://site.lab/b.js', answer: unseen('timeout', 'no-answer') };

const rows: Row[] = [
  [
    jsVulnerableHigh,
    'lodash 4.17.11',
    withLibraries(library('lodash', '4.17.11')),
    'fail',
    /lodash 4\.17\.11 has \d+ known vulnerabilities: CVE[^]*Expected: lodash 4\.\d+\.\d+[^]*banner: /,
  ],
  [jsVulnerableHigh, 'a repaired version', withLibraries(library('jquery', '3.7.1')), 'pass'],
  [jsVulnerableHigh, 'medium flaws only', withLibraries(library('jquery', '3.4.1')), 'pass'],
  [
    jsVulnerableHigh,
    'a script that was not read',
    seenPage('<p>', { scripts: [unreadScript] }),
    'inconclusive',
    /not read completely/,
  ],
  [jsVulnerableHigh, 'scripts that were left out', seenPage('<p>', { scriptsLeft: 3 }), 'inconclusive', /3 scripts/],
  [
    jsVulnerableHigh,
    'an old list',
    seenPage('<p>', { libraryList: { name: 'x', date: '2026-01-01' } }),
    'inconclusive',
    /outdated \(2026-01-01\)/,
  ],
  [jsVulnerableHigh, 'evidence of an earlier version', seenPage('<p>', { libraries: undefined }), 'inconclusive'],

  [
    jsVulnerableMedium,
    'jQuery 1.12.4',
    withLibraries(library('jquery', '1.12.4')),
    'fail',
    /CVE-2020-11022[^]*Expected: jquery 3\.5\.0/,
  ],
  [jsVulnerableMedium, 'a hash in an address', withLibraries(library('bootstrap', '3.0a1', 'url')), 'pass'],
  [jsVulnerableMedium, 'the build of a vendor', withLibraries(library('jquery', '1.12.4-aem')), 'pass'],
  [jsVulnerableMedium, 'a patched build', withLibraries(library('jquery', '1.12.4+patched')), 'pass'],
  [jsVulnerableMedium, 'flaws of high severity, told of there', withLibraries(library('lodash', '4.17.11')), 'pass'],
  [jsVulnerableMedium, 'silence', unread.silent, 'inconclusive'],

  [jsVulnerableLow, 'an end of life alone', withLibraries(library('bootstrap', '3.4.1')), 'pass'],
  [
    jsVulnerableLow,
    'DOMPurify 3.4.6',
    withLibraries({
      ...library('DOMPurify', '3.4.6'),
      advisories: [{ id: 'CVE-2026-65901', severity: 'low', below: '3.4.7' }],
    }),
    'fail',
    /CVE-2026-65901/,
  ],
  [jsVulnerableLow, 'a challenge', unread.walled, 'inconclusive'],

  [jsEol, 'AngularJS', withLibraries(library('angularjs', '1.8.3')), 'fail', /since 2021-12-31/],
  [jsEol, 'jQuery 2', withLibraries(library('jquery', '2.2.4')), 'fail', /no security fixes/],
  [jsEol, 'jQuery 3', withLibraries(library('jquery', '3.7.1')), 'pass'],
  [jsEol, 'a build of a vendor', withLibraries(library('angularjs', '1.8.3-lts')), 'pass'],
  [jsEol, 'nothing listens', unread.refused, 'not-applicable'],
];

testRows(rows);

test('a library in two files is one finding, with confidence by how it was recognized', () => {
  const two = [
    library('jquery', '1.12.4', 'url', 'https://cdn.other.lab/jquery-1.12.4.js'),
    library('jquery', '1.12.4'),
  ];
  const finding = (...libraries: typeof two) => draftsOf(jsVulnerableMedium.evaluate(withLibraries(...libraries)));
  assert.equal(finding(...two).length, 1);
  const confidences = [finding(...two), finding(...two.slice(0, 1))].map(
    ([one]) => one !== undefined && 'confidence' in one && one.confidence,
  );
  assert.deepEqual(confidences, ['firm', 'potential']);
});

test('a URL alone never proves known vulnerabilities', () => {
  const named = library('lodash', '4.17.11', 'url', 'https://cdn.other.lab/4.17.11/lodash.min.js');
  const old = library('angularjs', '1.8.3', 'url', 'https://cdn.other.lab/angular-1.8.3.min.js');
  for (const [check, one] of [
    [jsVulnerableHigh, named],
    [jsEol, old],
  ] as const) {
    const [draft] = draftsOf(check.evaluate(withLibraries(one)));
    assert.ok(draft !== undefined && 'confidence' in draft && draft.confidence === 'potential');
    assert.match(draft.description, /^A script whose address names/);
    assert.doesNotMatch(draft.description, /\bhas \d+ known/);
  }
});

test('each library has its own advice: an upgrade if it is maintained, else its successor', () => {
  for (const [name, [, , next]] of Object.entries(unmaintainedLibraries)) {
    const [draft] = draftsOf(jsEol.evaluate(withLibraries(library(name, '1.0.0'))));
    assert.ok(draft?.description.endsWith(`Expected: ${next}.`), `${name}: ${draft?.description}`);
  }
  for (const [name, version, below, expected] of [
    ['angularjs', '1.5.0', '1.8.0', 'Expected: a migration from AngularJS to a maintained version of Angular.'],
    ['bootstrap', '3.3.7', '3.4.1', 'Expected: Bootstrap 5.'],
    ['vue', '2.5.0', '2.5.17', 'Expected: Vue 3.'],
    ['jquery', '1.12.4', '3.5.0', 'Expected: jquery 3.5.0 or later.'],
    ['handlebars', '4.0.5', '4.7.7', 'Expected: handlebars 4.7.7 or later.'],
  ] as const) {
    const flawed = { ...library(name, version), advisories: [{ id: 'CVE-1', severity: 'medium' as const, below }] };
    const [draft] = draftsOf(jsVulnerableMedium.evaluate(withLibraries(flawed)));
    assert.ok(draft?.description.includes(expected), `${name}: ${draft?.description}`);
  }
});
