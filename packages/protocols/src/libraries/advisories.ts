import type { Advisory, Library } from './table.ts';
import { compareVersions } from './version.ts';

/** Which advisories of a library concern a version. */
export const advisoriesOf = ({ advisories }: Pick<Library, 'advisories'>, version: string): Advisory[] =>
  advisories.filter(
    ({ below, atOrAbove, excludes = [] }) =>
      compareVersions(version, below) < 0 &&
      (atOrAbove === undefined || compareVersions(version, atOrAbove) >= 0) &&
      !excludes.includes(version),
  );
