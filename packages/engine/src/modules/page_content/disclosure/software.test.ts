import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageCmsOutdated, pageGenerator, pageTech } from './software.ts';

const generator = (text: string): string => `<meta name=generator content="${text}">`;
const asset = '<link rel=stylesheet href="/wp-includes/css/dist/block-library/style.min.css?ver=6.4.3">';

const rows: Row[] = [
  [pageGenerator, 'WordPress with version', seenPage(generator('WordPress 6.4.3')), 'fail', /WordPress 6\.4\.3/],
  [pageGenerator, 'the version in an address of WordPress itself', seenPage(asset), 'fail', /WordPress 6\.4\.3/],
  [
    pageGenerator,
    'a version in the address of a plug-in',
    seenPage(asset.replace('wp-includes/css/dist/block-library', 'wp-content/plugins/x')),
    'pass',
  ],
  [pageGenerator, 'a name alone', seenPage(generator('Joomla! - Open Source Content Management')), 'pass'],
  [pageGenerator, 'silence', unread.silent, 'inconclusive'],

  [pageCmsOutdated, 'Drupal 7', seenPage(generator('Drupal 7 (https://www.drupal.org)')), 'fail', /since 2023-11-01/],
  [pageCmsOutdated, 'WordPress 4.5', seenPage(generator('WordPress 4.5.3')), 'fail'],
  [pageCmsOutdated, 'WordPress 6.4', seenPage(generator('WordPress 6.4.3')), 'pass'],
  [
    pageCmsOutdated,
    'an old table',
    seenPage(generator('WordPress 6.4.3'), { startedAtMs: Date.parse('2027-08-01'), libraryList: undefined }),
    'inconclusive',
    /outdated/,
  ],
  [pageCmsOutdated, 'no version', seenPage(generator('TYPO3 CMS')), 'not-applicable'],

  [pageTech, 'a generator', seenPage(generator('Hugo 0.121.0')), 'informational', /Hugo 0\.121\.0/],
  [pageTech, 'none', seenPage('<p>'), 'pass'],
  [pageTech, 'a challenge', unread.walled, 'inconclusive'],
];

testRows(rows);
