import { severity as severities } from '@perimeter/contract/finding';
import { compareVersions } from '@perimeter/protocols/libraries/version';
import { failEach, failWhere, type Fault } from '../../../catalogue/outcome.ts';
import type { VectorName } from '../../../catalogue/vectors.data.ts';
import {
  confidenceOf,
  librariesOf,
  libraryProof,
  repairedIn,
  type SeenLibrary,
  unseenLibraries,
} from '../derive/libraries.ts';
import { unmaintainedLibraries } from './end-of-life.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

type Severity = SeenLibrary['flaws'][number]['severity'];

/** A library is reported once, by its most severe flaw. */
const gravest = ({ flaws }: SeenLibrary): Severity | undefined =>
  severities.options.find((severity) => flaws.some((flaw) => flaw.severity === severity));

/** The successor of an unmaintained version, by library. */
const nextOf = (name: string): string => unmaintainedLibraries[name]?.[2] ?? 'a maintained version or a successor';

/** The fixed version, if a maintained one exists: some lists name a nonexistent version where nothing is fixed. */
function expected({ name, flaws }: SeenLibrary): string {
  const repaired = repairedIn(flaws);
  const [maintained] = unmaintainedLibraries[name] ?? [];
  const isDead = maintained !== undefined && compareVersions(repaired, maintained) < 0;
  return isDead || /(?:^|\.)999/.test(repaired) ? nextOf(name) : `${name} ${repaired} or later`;
}

const isNameOnly = (library: SeenLibrary): boolean => confidenceOf(library) === 'potential';

/** A library recognized by its content, or by a URL, which anyone can choose. */
const shownAs = (library: SeenLibrary): string =>
  isNameOnly(library)
    ? `A script whose address names ${library.name} ${library.version}, which no content shows,`
    : `${library.name} ${library.version}`;

/** The known flaws of a version; for a version known only from a file name, where to look. */
function known(library: SeenLibrary, ids: readonly string[]): string {
  if (isNameOnly(library)) return `${shownAs(library)} may be concerned by ${listed(ids)}.`;
  const count = counted(ids.length, 'known vulnerability').replace('vulnerabilitys', 'vulnerabilities');
  return `${shownAs(library)} has ${count}: ${listed(ids)}.`;
}

function vulnerableDraft(page: PageContent, library: SeenLibrary): Fault {
  const { name, version, flaws } = library;
  const ids = [...new Set(flaws.map(({ id }) => id))].toSorted(
    (a, b) => Number(a.includes('/')) - Number(b.includes('/')),
  );
  return {
    subject: `${name} ${version}`,
    confidence: confidenceOf(library),
    description: `${known(library, ids)} Expected: ${expected(library)}. Whether the page uses the flawed functions was not tested.`,
    evidence: [
      libraryProof(page, library),
      flaws.slice(0, 30).map(({ id, severity, below }) => `${id} (${severity}): versions before ${below}`),
    ],
  };
}

function vulnerable(id: string, cvss: VectorName, level: Severity, ...graver: Severity[]) {
  const levels: readonly (Severity | undefined)[] = [level, ...graver];
  return checkOf(readContent, {
    id,
    title: `No JavaScript library with known vulnerabilities of ${level} severity`,
    finding: `JavaScript library with known vulnerabilities of ${level} severity`,
    weakness: { cvss, cwe: [1395] },
    judge: (page) => {
      const found = librariesOf(page).filter((library) => levels.includes(gravest(library)));
      const unseen = found.length === 0 ? unseenLibraries(page) : null;
      if (unseen !== null) return unseen;
      return failEach(
        found.map((library) => vulnerableDraft(page, library)),
        'No such library was recognised in the document, its own scripts, and the addresses of scripts of others',
      );
    },
  });
}

export const jsVulnerableHigh = vulnerable('js-vulnerable-high', 'likelyExploitable', 'high', 'critical');
export const jsVulnerableMedium = vulnerable('js-vulnerable-medium', 'contentInjectionUserActs', 'medium');
export const jsVulnerableLow = vulnerable('js-vulnerable-low', 'browserHardening', 'low');

/** Since when a version is unmaintained; null where it is maintained or unknown. */
function unmaintained({ name, version, places: [{ advisories }] }: SeenLibrary): string | null {
  const row = unmaintainedLibraries[name];
  if (row !== undefined && compareVersions(version, row[0]) < 0) return `since ${row[1]}`;
  return advisories.some(({ endOfLife }) => endOfLife === true) ? 'by the list of libraries' : null;
}

export const jsEol = checkOf(readContent, {
  id: 'js-eol',
  title: 'JavaScript libraries are maintained',
  finding: 'JavaScript library without maintenance (end of life)',
  weakness: { cvss: 'browserHardening', cwe: [1104] },
  judge: (page) => {
    const old = librariesOf(page).filter((library) => unmaintained(library) !== null);
    const unseen = old.length === 0 ? unseenLibraries(page) : null;
    if (unseen !== null) return unseen;
    return failWhere(old, 'No library without maintenance was recognised', (library) => ({
      subject: `${library.name} ${library.version}`,
      confidence: confidenceOf(library),
      description: `${shownAs(library)} gets no security fixes (${unmaintained(library)}). Expected: ${nextOf(library.name)}.`,
      evidence: libraryProof(page, library),
    }));
  },
});
