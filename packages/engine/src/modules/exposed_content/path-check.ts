import type { PathGroup } from '@perimeter/protocols/exposure/path';
import { introspection } from '@perimeter/protocols/exposure/paths.data';
import { type Check, type CheckDefinition, defineCheck } from '../../catalogue/check.ts';
import { combine, type Judged } from '../../catalogue/combine.ts';
import {
  fail,
  type FindingDraft,
  inconclusive,
  informational,
  type Location,
  notApplicable,
  type Outcome,
  pass,
  type Plain,
} from '../../catalogue/outcome.ts';
import { curlLine } from '../../catalogue/reproduce-http.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { responseText } from '../../evidence/failure-text.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../evidence/exposure/schema.ts';
import { type SiteEvidence, siteOf } from '../derive/http/site.ts';
import { doubtOf } from './doubt.ts';

/** What every check of paths looks at. */
export type ExposedEvidence = SiteEvidence & Pick<EvidenceByKind, 'exposure'>;

/** What a hit means for a check; null: nothing. */
export interface Exposed {
  /** What is served, as the end of a sentence. */
  what: string;
  /** A vector in place of the check's own. */
  cvss?: NonNullable<FindingDraft['cvss']>;
  confidence?: 'firm';
  /** Told, and not a failure. */
  informs?: true;
}

type Facts = Omit<CheckDefinition<keyof ExposedEvidence>, 'needs' | 'evaluate'>;

const notAskedWords: Record<NonNullable<ExposureEvidence['notAsked']>, Plain> = {
  'no-document': inconclusive('No document of the site was received'),
  'not-own': notApplicable('The site redirects to a host of another domain, which is not tested'),
  walled: inconclusive('The site was not shown to this audit, so no path of it was requested'),
  robots: inconclusive('robots_txt: robots.txt of the site bars this audit'),
  login: notApplicable('The site requires a login, and only its login was seen'),
  passive: notApplicable('The operator of this service does not allow path requests for this caller'),
};

const unseenWords: Record<NonNullable<ExposedPathResult['unseen']>, string> = {
  'rate-limited': 'the site limits requests',
  blocked: 'the site stopped answering as before',
  unavailable: 'the server behind the gateway did not answer',
  failed: 'the request failed',
  unreadable: 'the answer could not be read',
  'any-path': 'the site answers paths that do not exist in the same way',
  stopped: 'the time for these requests was used up',
  budget: 'the audit had sent as many requests as it may send to one site',
  silent: 'too many other paths had no answer',
};

/** Why no path of the site can be judged; null where they can. */
function unasked(evidence: ExposedEvidence): Outcome | null {
  const { exposure } = evidence;
  if (exposure.origin === null) {
    const site = siteOf(evidence);
    if (site.state === 'walled' || site.state === 'unseen') return site.outcome;
    if (site.state === 'redirect-only') return notAskedWords['not-own'];
    return notAskedWords[exposure.notAsked ?? 'no-document'];
  }
  if (exposure.answersEverything !== null)
    return inconclusive('Every path is answered: a catch-all, a honeypot or a firewall');
  return exposure.results.length === 0
    ? inconclusive('No request for a path that does not exist was answered, so there is nothing to compare with')
    : null;
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

/** The one question that is posted. */
const posted = ["-H 'Content-Type: application/json'", `-d '${introspection}'`];

function judgeHit(result: ExposedPathResult, location: Location, exposed: Exposed, doubt: string | null): Judged {
  const { path, kind, status, type, proof } = result;
  const { what, cvss, informs } = exposed;
  const confidence = doubt === null ? exposed.confidence : 'firm';
  const draft = {
    description: [`${path} is served to anybody: ${what}.`, doubt].filter((part) => part !== null).join(' '),
    evidence: [
      `${kind === 'graphqlSchema' ? 'POST' : 'GET'} ${path}: ${answerText({ status, type })}`,
      proof,
      codingLine(result),
      listedLine(result),
      curlLine(location, ...(kind === 'graphqlSchema' ? posted : ['-r 0-4095'])),
    ],
    subject: path,
  };
  const vector = cvss === undefined ? {} : { cvss };
  const sure = confidence === undefined ? {} : { confidence };
  return {
    ...(informs === true ? informational(draft) : fail({ ...draft, ...vector, ...sure })),
    location,
  };
}

function judge(
  result: ExposedPathResult,
  exposure: ExposureEvidence,
  meaning: (hit: ExposedPathResult) => Exposed | null,
): Judged {
  const { path, verdict, unseen, failure, sibling } = result;
  const location = locationOf(exposure, path);
  if (verdict === 'unseen') {
    const why =
      unseen === 'failed' && failure !== null ? `the server ${responseText(failure)}` : unseenWords[unseen ?? 'failed'];
    return { ...inconclusive(`${path}: ${why}`), location };
  }
  if (sibling === 'same')
    return { ...inconclusive(`${path}: a path of nearly the same name is answered in the same way`), location };
  const exposed = verdict === 'hit' ? meaning(result) : null;
  if (exposed === null) return { ...pass(''), location };
  if (sibling === 'unseen')
    return { ...inconclusive(`${path}: whether a similar path is answered in the same way was not seen`), location };
  return judgeHit(result, location, exposed, doubtOf(exposure));
}

const passWords = (judged: readonly ExposedPathResult[]): string => {
  const refused = judged.filter(({ verdict }) => verdict === 'protected').length;
  const count = judged.length === 1 ? '1 path was' : `${judged.length} paths were`;
  return `${count} requested, and none serves such content${refused === 0 ? '' : ` (${refused} refused)`}`;
};

/**
 * Declares a check of what the site serves under some paths: those of a group that were asked, and what a hit among them means.
 * A pass takes an answer to each of them. asked: what earlier requests showed of such paths.
 */
export const pathCheck = (
  facts: Facts,
  groups: readonly PathGroup[],
  meaning: (hit: ExposedPathResult, evidence: ExposedEvidence) => Exposed | null,
  asked: (evidence: ExposedEvidence) => readonly ExposedPathResult[] = () => [],
): Check =>
  defineCheck({
    ...facts,
    needs: ['exposure', 'http', 'endpoints', 'target'],
    evaluate: (evidence) => {
      const nothing = unasked(evidence);
      if (nothing !== null) return nothing;
      const { exposure } = evidence;
      const results = [...exposure.results.filter(({ group }) => groups.includes(group)), ...asked(evidence)];
      if (results.length === 0)
        return notApplicable(
          facts.mode === 'deep' && !exposure.longList
            ? 'These paths are requested only with stated authority to test the domain'
            : 'The software that has these paths was not seen',
        );
      const judged = results.map((result) => judge(result, exposure, (hit) => meaning(hit, evidence)));
      const outcome = combine(facts.finding, judged);
      return outcome.outcome === 'pass' ? pass(passWords(results)) : outcome;
    },
  });
