/** The date of this table. */
export const supportDate = '2026-11-23';

/** Oldest major version or branch of a CMS with security fixes, and since when its predecessor has none. Own table. */
export const supportedFrom: Readonly<Record<string, readonly [version: string, since: string, source: string]>> = {
  WordPress: ['4.7', '2025-07-01', 'https://wordpress.org/documentation/article/supported-versions/'],
  Drupal: ['10', '2023-11-01', 'https://www.drupal.org/about/core/policies/core-release-cycles/schedule'],
  Joomla: ['5', '2025-10-14', 'https://docs.joomla.org/Planned_Release_Schedule'],
  TYPO3: ['13', '2026-04-30', 'https://get.typo3.org/'],
  MediaWiki: ['1.43', '2025-12-31', 'https://www.mediawiki.org/wiki/Version_lifecycle'],
};
