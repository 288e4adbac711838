import { beginning, isFound, matched, type Validator } from './content.ts';
import { gitConfig } from './git-config.ts';

/** The file that names the current branch, or the commit (gitrepository-layout). */
const gitHead: Validator = (content) => {
  const text = content.text.trimEnd();
  if (!isFound(content) || content.text.length > 200) return null;
  if (/^ref: refs\/[\w./-]{1,180}$/.test(text)) return matched('ref: refs/<branch>');
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? matched('<id of a commit>') : null;
};

/** The index of files of a repository (gitformat-index). */
const gitIndex: Validator = (content) =>
  isFound(content) && ['\u0002', '\u0003', '\u0004'].some((version) => content.text.startsWith(`DIRC\0\0\0${version}`))
    ? matched('DIRC')
    : null;

/** The header of a database of SQLite (Database File Format, section 1.3). */
export const sqliteMagic = 'SQLite format 3\0';

const sqliteFile: Validator = (content) =>
  isFound(content) && content.text.startsWith(sqliteMagic) ? matched('SQLite format 3') : null;

/** Requirements of a repository of Mercurial (`hg help internals.requirements`). */
const hgWords = new Set(
  'bookmarksinstore dirstate-v2 dotencode exp-sparse exp-sidedata-flag exp-copies-sidedata-changeset fileindex-v1 fncache generaldelta internal-phase internal-phase-2 largefiles lfs manifestv2 narrowhg-experimental parentdelta persistent-nodemap relshared revlog-compression-zstd revlogv1 revlogv2 share-safe shared sparserevlog store treemanifest'.split(
    ' ',
  ),
);

const hgRequires: Validator = (content) => {
  const lines = content.text.trim().split(/\r?\n/);
  return isFound(content) && content.text.length <= 1024 && lines.every((line) => hgWords.has(line))
    ? matched(...lines.slice(0, 3))
    : null;
};

/** The root of a working copy of CVS. */
const cvsRoot: Validator = (content) =>
  isFound(content) && /^:(?:pserver|ext|local|gserver):[^\s<>]{1,200}\s*$/.test(content.text)
    ? matched(':<method>:<root>')
    : null;

/** The format of a branch of Bazaar. */
const bzrFormat: Validator = (content) => {
  const banner = beginning(content, ['Bazaar-NG meta directory', 'Bazaar-NG branch', 'Bazaar Branch Format']);
  return isFound(content) && banner !== null ? matched(banner) : null;
};

/** The tests of these files, by the name of the file. */
export const repositoryFiles = { gitHead, gitConfig, gitIndex, sqliteFile, hgRequires, cvsRoot, bzrFormat };
