import { compareVersions } from '@perimeter/protocols/libraries/version';
import { failWhere, informWhere, notApplicable, openBy } from '../../../catalogue/outcome.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { pageProof } from '../derive/proof.ts';
import { namedSoftware } from '../derive/software.ts';
import { supportDate, supportedFrom } from './support.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { readContent } from '../../derive/subjects/page.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** Age in days from which the table no longer proves that a version is supported. */
const maxSupportDays = 180;

/** The part of a quote that appears verbatim in the page. */
const searchedFor = (quote: string): string => /content="([^"]+)"/.exec(quote)?.[1] ?? 'wp-includes';

export const pageGenerator = checkOf(readContent, {
  id: 'page-generator',
  title: 'The page does not name the version of its software',
  finding: 'The page names software and version',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  judge: (page) => {
    const versioned = namedSoftware(page).filter(({ version }) => version !== null);
    return failWhere(versioned, 'The page names no version of its software', ({ name, version, quote }) => ({
      subject: name,
      description: `The page names ${shorten(name, 60)} ${shorten(version ?? '', 40)}. Attackers search for versions with known flaws. Expected: no version.`,
      evidence: pageProof(page, shorten(quote, 300), searchedFor(quote)),
    }));
  },
});

export const pageTech = checkOf(readContent, {
  id: 'page-tech',
  title: 'The page does not name its software',
  finding: 'Software that the page names',
  judge: (page) =>
    informWhere(namedSoftware(page), 'The page names no software', ({ name, version, quote }) => ({
      subject: name,
      description: `${shorten(name, 60)}${version === null ? '' : ` ${shorten(version, 40)}`}`,
      evidence: pageProof(page, shorten(quote, 300), searchedFor(quote)),
    })),
});

export const pageCmsOutdated = checkOf(readContent, {
  id: 'page-cms-outdated',
  title: 'The content management system gets security fixes',
  finding: 'Content management system without security fixes',
  weakness: { cvss: 'likelyExploitable', cwe: [1104, 1395] },
  judge: (page) => {
    const known = namedSoftware(page).filter(
      ({ name, version }) => version !== null && supportedFrom[name] !== undefined,
    );
    if (known.length === 0)
      return notApplicable('The page names no version of a content management system that is known here');
    const old = known.filter(({ name, version }) => compareVersions(version ?? '', supportedFrom[name]?.[0] ?? '') < 0);
    if (old.length === 0 && daysSince(supportDate, page.target.startedAtMs) >= maxSupportDays)
      return openBy('versions-outdated', { date: supportDate });
    return failWhere(old, 'The version that the page names gets security fixes', ({ name, version, quote }) => {
      const [from, since] = supportedFrom[name] ?? ['', ''];
      return {
        subject: name,
        confidence: 'potential' as const,
        description: `According to the page, this is ${name} ${shorten(version ?? '', 40)}. Versions before ${from} have had no security fixes since ${since}. Expected: a supported version of ${name}.`,
        evidence: pageProof(page, shorten(quote, 300), searchedFor(quote)),
      };
    });
  },
});
