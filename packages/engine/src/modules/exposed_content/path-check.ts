import type { PathGroup } from '@perimeter/protocols/exposure/path';
import { introspection } from '@perimeter/protocols/exposure/paths.data';
import { type Check, type CheckDefinition, defineCheck } from '../../catalogue/check.ts';
import { combine } from '../../catalogue/combine.ts';
import {
  fail,
  type FindingDraft,
  inconclusive,
  informational,
  type Location,
  notApplicable,
  type Outcome,
  pass,
  type Verdict,
} from '../../catalogue/outcome.ts';
import { contentLine } from '../../catalogue/reproduce-http.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { responseText } from '../../evidence/failure-text.ts';
import { endedOn } from '../../evidence/exposure/ended-on.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../evidence/exposure/schema.ts';
import { type SiteEvidence, siteOf } from '../derive/http/site.ts';
import { doubtOf } from './doubt.ts';
import { notAskedOutcomes, unseenWords } from './path-gaps.data.ts';

/** What every check of paths looks at. */
export type ExposedEvidence = SiteEvidence & Pick<EvidenceByKind, 'exposure'>;

/** What a hit means for a check; null: nothing. */
export interface Exposed {
  /** What is served, as the end of a sentence. */
  what: string;
  /** A vector in place of the check's own. */
  cvss?: NonNullable<FindingDraft['cvss']>;
  confidence?: 'firm' | 'potential';
  /** Told, and not a failure. */
  informs?: true;
}

type Facts = Omit<CheckDefinition<keyof ExposedEvidence>, 'needs' | 'evaluate'>;

/** Why no path of the site can be judged; null where they can. */
function unasked(evidence: ExposedEvidence): Outcome | null {
  const { exposure } = evidence;
  if (exposure.origin === null) {
    const site = siteOf(evidence);
    if (site.state === 'walled' || site.state === 'unseen') return site.outcome;
    if (site.state === 'redirect-only') return notAskedOutcomes['not-own'];
    return notAskedOutcomes[exposure.notAsked ?? 'no-document'];
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

/** What may be quoted by name alone. */
const holdsSecret = ({ mark }: ExposedPathResult): boolean =>
  mark === 'secret' || mark === 'key' || mark === 'userinfo';

function judgeHit(result: ExposedPathResult, location: Location, exposed: Exposed, doubt: string | null): Verdict {
  const { path, kind, status, type, proof } = result;
  const { what, cvss, informs } = exposed;
  const confidence = exposed.confidence ?? (doubt === null ? undefined : 'firm');
  const draft = {
    description: [`${path} is served to anybody: ${what}.`, ...(doubt === null ? [] : [doubt])].join(' '),
    evidence: [
      `${kind === 'graphqlSchema' ? 'POST' : 'GET'} ${path}: ${answerText({ status, type })}`,
      proof,
      codingLine(result),
      listedLine(result),
      contentLine(
        location,
        { type: type ?? '', secrets: holdsSecret(result) ? proof : null },
        ...(kind === 'graphqlSchema' ? posted : ['-r 0-4095']),
      ),
    ],
    subject: path,
  };
  if (informs === true) return informational(draft);
  return fail({ ...draft, ...(cvss && { cvss }), ...(confidence && { confidence }) });
}

/** What a hit among the paths of a group means, and what earlier requests showed of such paths. */
interface PathCheck extends Facts {
  group: PathGroup;
  /** Words alone are a failure, or a fact where the check only informs; null: the hit means nothing. */
  means: string | ((hit: ExposedPathResult, evidence: ExposedEvidence) => Exposed | string | null);
  asked?: (evidence: ExposedEvidence) => readonly ExposedPathResult[];
}

function exposedBy(hit: ExposedPathResult, { means, weakness }: PathCheck, evidence: ExposedEvidence): Exposed | null {
  const meant = typeof means === 'string' ? means : means(hit, evidence);
  const exposed: Exposed | null =
    typeof meant === 'string' ? { what: meant, ...(weakness === undefined && { informs: true }) } : meant;
  const ended = endedOn(hit, evidence.target.startedAtMs);
  return exposed === null || ended === null
    ? exposed
    : { ...exposed, what: `${exposed.what}, which ended by ${ended} and open nothing now`, cvss: 'internalDataRead' };
}

function judge(result: ExposedPathResult, location: Location, check: PathCheck, evidence: ExposedEvidence): Verdict {
  const { path, verdict, unseen, failure, sibling } = result;
  if (verdict === 'unseen') {
    const why =
      unseen === 'failed' && failure !== null ? `the server ${responseText(failure)}` : unseenWords[unseen ?? 'failed'];
    return inconclusive(`${path}: ${why}`);
  }
  if (sibling === 'same') return inconclusive(`${path}: a path of nearly the same name is answered in the same way`);
  const exposed = verdict === 'hit' ? exposedBy(result, check, evidence) : null;
  if (exposed === null) return pass('');
  if (sibling === 'unseen')
    return inconclusive(`${path}: whether a similar path is answered in the same way was not seen`);
  return judgeHit(result, location, exposed, doubtOf(evidence.exposure));
}

const passWords = (judged: readonly ExposedPathResult[]): string => {
  const refused = judged.filter(({ verdict }) => verdict === 'protected').length;
  const count = judged.length === 1 ? '1 path was' : `${judged.length} paths were`;
  return `${count} requested, and none serves such content${refused === 0 ? '' : ` (${refused} refused)`}`;
};

/** Declares a check of what the site serves under some paths. A pass takes an answer to each of them. */
export function pathCheck(check: PathCheck): Check {
  const { group, means: _, asked = () => [], ...facts } = check;
  return defineCheck({
    ...facts,
    needs: ['exposure', 'http', 'endpoints', 'target'],
    evaluate: (evidence) => {
      const nothing = unasked(evidence);
      if (nothing !== null) return nothing;
      const { exposure } = evidence;
      const results = [...exposure.results.filter((result) => result.group === group), ...asked(evidence)];
      if (results.length === 0)
        return notApplicable(
          facts.mode === 'deep' && !exposure.longList
            ? 'These paths are requested only with stated authority to test the domain'
            : 'The software that has these paths was not seen',
        );
      const judged = results.map((result) => {
        const location = locationOf(exposure, result.path);
        return { ...judge(result, location, check, evidence), location };
      });
      const outcome = combine(facts.finding, judged);
      return outcome.outcome === 'pass' ? pass(passWords(results)) : outcome;
    },
  });
}
