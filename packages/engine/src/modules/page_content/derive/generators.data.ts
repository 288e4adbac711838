/** Generator names, and our names for the software. */
export const generators: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^WordPress\b/i, 'WordPress'],
  [/^Drupal\b/i, 'Drupal'],
  [/^Joomla\b/i, 'Joomla'],
  [/^TYPO3\b/i, 'TYPO3'],
  [/^MediaWiki\b/i, 'MediaWiki'],
];
