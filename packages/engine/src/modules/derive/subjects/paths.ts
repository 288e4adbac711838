import type { PathGroup } from '@perimeter/protocols/exposure/path';
import { introspection } from '@perimeter/protocols/exposure/paths.data';
import {
  type Location,
  notApplicable,
  type Outcome,
  pass,
  type Plain,
  redraft,
  type Verdict,
  openBy,
  openAs,
  responseBy,
} from '../../../catalogue/outcome.ts';
import { contentLine } from '../../../catalogue/reproduce-http.ts';
import { responseText } from '../../../evidence/failure-text.ts';
import { doubtOf } from '../../../evidence/exposure/doubt.ts';
import { endedOn } from '../../../evidence/exposure/ended-on.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../../evidence/exposure/schema.ts';
import { siteOf, type SiteEvidence } from '../http/site.ts';
import { notAskedOutcomes, unseenPaths } from './path-gaps.data.ts';
import type { Place, Subject } from '../../../catalogue/check-of.ts';

/** Evidence that path checks read. */
export type ExposedEvidence = SiteEvidence & { exposure: ExposureEvidence };

/** Why no path of the site can be judged; null where some can. */
function unasked(evidence: ExposedEvidence): Outcome | null {
  const { exposure } = evidence;
  if (exposure.origin === null) {
    const site = siteOf(evidence);
    if (site.state === 'walled' || site.state === 'unseen') return site.outcome;
    if (site.state === 'redirect-only') return notAskedOutcomes['not-own'];
    return notAskedOutcomes[exposure.notAsked ?? 'no-document'];
  }
  if (exposure.answersEverything !== null) return openBy('every-path-answered');
  return exposure.results.length === 0 ? openBy('nothing-to-compare') : null;
}

const locationOf = ({ origin, address }: ExposureEvidence, path: string): Location => {
  const url = new URL(path, origin ?? 'https://invalid');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { host: url.hostname, port, ...(address === null ? {} : { address }), url: url.href };
};

const answerText = ({ status, type }: { status: number | null; type?: string | null | undefined }): string =>
  `${status ?? 'no answer'}${type === undefined || type === null || type === '' ? '' : `, ${type}`}`;

const listedLine = ({ listed }: ExposedPathResult): string | null => {
  if (listed === null) return null;
  const { path, control } = listed;
  const compared =
    control === undefined || control === null ? '' : `; a path of nearly the same name: ${answerText(control)}`;
  return `HEAD ${path}: ${answerText(listed)}${compared}`;
};

const codingLine = ({ coding }: ExposedPathResult): string | null =>
  coding === undefined
    ? null
    : `Content-Encoding names ${coding}, which no browser knows: the content was read as it came`;

/** curl options of the one request that is a POST. */
const posted = ["-H 'Content-Type: application/json'", `-d '${introspection}'`];

const isPosted = ({ kind }: ExposedPathResult): boolean => kind === 'graphqlSchema';

const quoteResult = (result: ExposedPathResult) => [
  `${isPosted(result) ? 'POST' : 'GET'} ${result.path}: ${answerText(result)}`,
  result.proof,
  codingLine(result),
  listedLine(result),
];

/** The verdict on a path that needs no judge; null where it needs one. */
function settledBy({ path, verdict, unseen, failure, sibling }: ExposedPathResult): Plain | null {
  if (verdict === 'unseen') {
    return unseen === 'failed' && failure !== null
      ? openAs(responseBy(failure), 'path-unanswered', { path, answer: responseText(failure) })
      : openBy(unseenPaths[unseen ?? 'failed'], { path });
  }
  if (sibling === 'same') return openBy('similar-path-same', { path });
  return verdict === 'hit' ? null : pass('');
}

/** Content that is quoted by names only, or whose title alone does not show what is wrong. */
const isQuotedByNames = ({ kind, mark }: ExposedPathResult): boolean =>
  mark === 'secret' || mark === 'key' || mark === 'userinfo' || (kind === 'haproxyStats' && mark === 'open');

/** Completes the sentence of a hit and adjusts its weight: expired credentials weigh less, and a possible honeypot has confidence firm at most. */
function weighHit(verdict: Verdict, { path, sibling }: ExposedPathResult, ended: string | null, doubt: string | null) {
  if (!('drafts' in verdict)) return verdict;
  if (sibling === 'unseen') return openBy('similar-path-unseen', { path });
  const end = ended === null ? '' : `, which ended by ${ended} and open nothing now`;
  const isFailure = verdict.outcome === 'fail';
  return redraft(verdict, (draft) => ({
    ...(isFailure && doubt !== null ? { confidence: 'firm' as const } : {}),
    ...draft,
    description: [`${path} is served to anybody: ${draft.description}${end}.`, ...(doubt === null ? [] : [doubt])].join(
      ' ',
    ),
    ...(isFailure && ended !== null ? { cvss: 'internalDataRead' as const } : {}),
  }));
}

function placeOf(result: ExposedPathResult, { exposure, target }: ExposedEvidence): Place<ExposedPathResult> {
  const location = locationOf(exposure, result.path);
  const settled = settledBy(result);
  if (settled !== null) return { settled, location };
  const ended = endedOn(result, target.startedAtMs);
  return {
    of: result,
    location,
    subject: result.path,
    reproduce: contentLine(
      location,
      { type: result.type ?? '', secrets: isQuotedByNames(result) ? result.proof : null },
      ...(isPosted(result) ? posted : ['-r 0-4095']),
    ),
    weigh: (verdict) => weighHit(verdict, result, ended, doubtOf(exposure)),
  };
}

const passWords = (judged: readonly ExposedPathResult[]): string => {
  const refused = judged.filter(({ verdict }) => verdict === 'protected').length;
  const count = judged.length === 1 ? '1 path was' : `${judged.length} paths were`;
  return `${count} requested, and none serves such content${refused === 0 ? '' : ` (${refused} refused)`}`;
};

/**
 * The site's answers to the paths of a group, and earlier requests for such paths: the judge states what a hit means,
 * as the end of a sentence. A pass needs an answer to each path.
 */
export const pathsOf = (
  group: PathGroup,
  asked: (evidence: ExposedEvidence) => readonly ExposedPathResult[] = () => [],
): Subject<keyof ExposedEvidence, ExposedPathResult> => ({
  needs: ['exposure', 'http', 'endpoints', 'target'],
  select: (evidence, { mode }) => {
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const { exposure } = evidence;
    const results = [...exposure.results.filter((result) => result.group === group), ...asked(evidence)];
    if (results.length === 0)
      return notApplicable(
        mode === 'deep' && !exposure.longList
          ? 'These paths are requested only with stated authority to test the domain'
          : 'The software that has these paths was not seen',
      );
    return {
      places: results.map((result) => placeOf(result, evidence)),
      settle: (outcome) => (outcome.outcome === 'pass' ? pass(passWords(results)) : outcome),
    };
  },
  quote: quoteResult,
});
