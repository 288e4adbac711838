import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Libraries as their makers published them, at versions that the lock file pins. */
const files = {
  'jquery 1.12.4': 'jquery/dist/jquery.min.js',
  'jquery 3.7.1': 'jquery-current/dist/jquery.min.js',
  'lodash 4.17.11': 'lodash/lodash.min.js',
  'moment 2.10.6': 'moment/min/moment.min.js',
  'angular 1.5.8': 'angular/angular.min.js',
} as const;

/** The text of a library's file. */
export const libraryFile = (library: keyof typeof files): string =>
  readFileSync(require.resolve(files[library]), 'utf8');
