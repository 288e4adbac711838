import { whyAt } from '../evidence/causes/cause.ts';
import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Check, defineCheck } from './check.ts';
import {
  type Fault,
  fail,
  informational,
  type Lines,
  type Location,
  type Outcome,
  pass,
  proof,
  redraft,
  type Verdict,
  inconclusive,
  notApplicable,
  type ObservationDraft,
  type Unplaced,
} from './outcome.ts';
import type { Facts, Judged, Place, Places, Subject } from './subject.ts';

export { evidenceOf, narrow, onePlace } from './subject.ts';
export type { Facts, Judged, Narrower, Place, Places, Selected, Subject } from './subject.ts';

/**
 * What a judge returns for one subject. Text or a draft is a failure, or an observation where the check only informs;
 * the subject supplies proof that a draft lacks. null or no draft: nothing is wrong. A judge that compares may return
 * verdicts with their own locations.
 */
export type Said = Verdict | string | Found | null | readonly Found[] | readonly Judged[];

/**
 * A failure, or an observation where the check only informs; without its own evidence it takes the subject's. informs:
 * an observation in any check.
 */
export interface Found extends Omit<Fault, 'evidence'> {
  evidence?: Lines;
  informs?: true;
}

/** A question about a subject: the facts of a check, and its judge. */
export interface CheckQuestion<N extends EvidenceKind, T> extends Facts {
  judge: (of: T, evidence: Pick<EvidenceByKind, N>) => Said;
  /** Reason of a pass; the title where left out. */
  passed?: string;
  /** Reason of a failure; the finding where left out. */
  failed?: string | ((of: T) => string);
  /** Location of the fault; that of the subject where left out. */
  at?: (of: T) => Location;
  /** Proof of the fault; the subject's quote where left out. */
  shows?: (of: T) => Lines;
}

const isPlaced = (said: Said): said is readonly Judged[] =>
  Array.isArray(said) && said.some((one: Found | Judged) => 'outcome' in one);

function verdictOf(
  said: Exclude<Said, readonly Judged[]>,
  { weakness }: Facts,
  passed: string,
  quote: () => Lines,
): Verdict {
  if (said === null) return pass(passed);
  if (typeof said === 'object' && 'outcome' in said) return said;
  const found: readonly Found[] =
    typeof said === 'string' ? [{ description: said }] : 'description' in said ? [said] : said;
  const drafts = found.map(({ informs = false, evidence = quote(), ...draft }) => ({
    informs,
    of: { ...draft, evidence },
  }));
  const [first, ...rest] = drafts;
  if (first === undefined) return pass(passed);
  const state = weakness === undefined || first.informs ? informational : fail;
  return state(first.of, ...rest.map(({ of }) => of));
}

/** Whether a judge has found nothing wrong. */
const holdsFor = (said: Said): boolean =>
  said === null ||
  (typeof said === 'object' && ('outcome' in said ? !('drafts' in said) : Array.isArray(said) && said.length === 0));

/** Appends the subject's reproduce command to a proof that has none. */
const withCommand = (
  verdict: Verdict,
  { location, reproduce = null }: Pick<Place<unknown>, 'location' | 'reproduce'>,
) =>
  redraft(verdict, (draft) => ({
    ...draft,
    evidence: draft.evidence.includes('Reproduce: ')
      ? draft.evidence
      : proof(draft.evidence, typeof reproduce === 'function' ? reproduce(draft.location ?? location) : reproduce),
  }));

/** Input to the outcome beside the verdicts. */
interface Circumstances {
  /** Why places that visitors may reach were not judged: any entry prevents a pass. */
  open?: Places<unknown>['open'];
  /** Plural noun for the places, used where a reason counts them. */
  unit?: string;
}

const reasonOf = (judged: readonly Judged[], outcome: 'pass' | 'not-applicable'): string | undefined =>
  judged.flatMap((one) => (one.outcome === outcome ? [one.reason] : []))[0];

const openReasons = (judged: readonly Judged[]) =>
  judged.flatMap((one) =>
    one.outcome === 'inconclusive' ? [one.label === undefined ? one : whyAt(one.label, one)] : [],
  );

const placed = ({ location, subject }: Judged) => (subject === undefined ? { location } : { location, subject });

/** Most subjects that a reason lists: a target may send many, and long ones. */
const maxSubjects = 10;
const maxSubjectCharacters = 50;

/** The subjects of the drafts at one place, where there are several. */
function subjectsOf(drafts: readonly Unplaced<ObservationDraft>[]): string {
  const subjects = [...new Set(drafts.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length < 2) return '';
  const named = subjects.slice(0, maxSubjects).map((subject) => subject.slice(0, maxSubjectCharacters));
  return `: ${named.join(', ')}${subjects.length > maxSubjects ? ` and ${subjects.length - maxSubjects} more` : ''}`;
}

/** The finding followed by the number of places, or by the subjects where there is one place. */
function reasonFor(
  finding: string,
  judged: readonly Judged[],
  outcome: 'fail' | 'informational',
  unit?: string,
): string {
  const found = judged.filter((one) => one.outcome === outcome);
  if (unit !== undefined)
    return `${finding} (${found.length} of ${judged.length} ${unit}${judged.length === 1 ? '' : 's'})`;
  return `${finding}${subjectsOf(found.flatMap((one) => ('drafts' in one ? [...one.drafts] : [])))}`;
}

/** Combines the verdicts of all places: any failure wins, then any observation; a pass needs every place to pass. */
function combine(finding: string, judged: readonly Judged[], { open = [], unit }: Circumstances = {}): Outcome {
  const findings = judged.flatMap((one) =>
    one.outcome === 'fail' ? one.drafts.map((draft) => ({ ...placed(one), ...draft })) : [],
  );
  const [first, ...rest] = findings;
  if (first !== undefined)
    return { outcome: 'fail', reason: reasonFor(finding, judged, 'fail', unit), findings: [first, ...rest] };
  const observations = judged.flatMap((one) =>
    one.outcome === 'informational' ? one.drafts.map((draft) => ({ ...placed(one), ...draft })) : [],
  );
  if (observations.length > 0)
    return { outcome: 'informational', reason: reasonFor(finding, judged, 'informational', unit), observations };
  const [gap] = [...openReasons(judged), ...open];
  if (gap !== undefined) return inconclusive(gap);
  const passed = reasonOf(judged, 'pass');
  return passed === undefined ? notApplicable(reasonOf(judged, 'not-applicable') ?? 'Nothing to check') : pass(passed);
}

type JudgedPlace = Judged & { place: Place<unknown> };

const isSilent = (judged: JudgedPlace): boolean => judged.outcome === 'inconclusive' && judged.asked !== true;

/**
 * A light inventory skips most questions: its untested verdicts count only where no full inventory answered. A question
 * that it asked without an answer counts.
 */
function withoutLightSilence(judged: readonly JudgedPlace[]): readonly JudgedPlace[] {
  const answered = judged.some(({ place, outcome }) => place.isLight !== true && outcome !== 'inconclusive');
  return answered ? judged.filter((one) => one.place.isLight !== true || !isSilent(one)) : judged;
}

const textOf = (verdict: Verdict): string =>
  'drafts' in verdict ? verdict.drafts.map(({ description }) => description).join('\n') : verdict.reason;

/** The verdict at its first place; its drafts name the other places. */
function atPlaces([first, ...others]: readonly [JudgedPlace, ...JudgedPlace[]]): Judged {
  if (others.length === 0) return first;
  const also = others.map(({ label }) => label).join(', ');
  return {
    ...first,
    ...redraft(first, (draft) => ({ ...draft, description: `${draft.description} The same at ${also}.` })),
  };
}

/** Merges equal verdicts about the same subject into one, at the lowest address: DNS rotates the order of addresses. */
function merged(judged: readonly JudgedPlace[]): readonly Judged[] {
  const groups = new Map<string, [JudgedPlace, ...JudgedPlace[]]>();
  for (const [index, one] of judged.entries()) {
    const key = one.place.key === undefined ? String(index) : `${one.place.key} ${one.outcome} ${textOf(one)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else if ((one.location.address ?? '') < (group[0].location.address ?? '')) group.unshift(one);
    else group.push(one);
  }
  return [...groups.values()].map(atPlaces);
}

function concluded(
  judged: readonly JudgedPlace[],
  { finding, failed }: { finding: string; failed: string | undefined },
  of: Omit<Places<unknown>, 'places'>,
): Outcome {
  const { open = [], unit, unjudged = [], keep = (all) => all, settle = (outcome) => outcome } = of;
  const kept = keep(merged(withoutLightSilence(judged)));
  const combined = combine(finding, kept, { open, ...(unit === undefined ? {} : { unit }) });
  const isReworded = combined.outcome === 'fail' && failed !== undefined;
  const outcome = settle(isReworded ? { ...combined, reason: failed } : combined, kept);
  return outcome.outcome === 'pass' && unjudged.length > 0
    ? { ...outcome, reason: `${outcome.reason} (not judged: ${unjudged.join(', ')})` }
    : outcome;
}

/** Declares a check from its subject, its facts and its judge. */
export const checkOf = <const N extends EvidenceKind, T>(
  subject: Subject<N, T>,
  { judge, at, shows, passed, failed, ...facts }: CheckQuestion<N, T>,
): Check => {
  const quoteOf = (of: T, place: Place<T>): Lines => (shows ?? subject.quote)?.(of) ?? place.quote?.() ?? [];
  const judged = (place: Place<T>, evidence: Pick<EvidenceByKind, N>): JudgedPlace[] => {
    const { label, subject: name } = place;
    const location = ('settled' in place ? undefined : at?.(place.of)) ?? place.location;
    const named = {
      location,
      ...(label === undefined ? {} : { label }),
      ...(name === undefined ? {} : { subject: name }),
    };
    const finished = (verdict: Verdict, at = location): Verdict =>
      withCommand(place.weigh?.(verdict, facts) ?? verdict, { ...place, location: at });
    if ('settled' in place) return [{ ...named, ...finished(place.settled), place }];
    const { of } = place;
    const weighed = (verdict: Verdict): Verdict => subject.weigh?.(verdict, of, facts) ?? verdict;
    const said = judge(of, evidence);
    if (isPlaced(said)) return said.map((one) => ({ ...one, ...finished(weighed(one), one.location), place }));
    const verdict = verdictOf(said, facts, passed ?? facts.title, () => quoteOf(of, place));
    const other = (verdict.outcome === 'pass' ? subject.elsewhere?.(of) : null) ?? null;
    const holds = other === null || holdsFor(judge(other.of, evidence));
    return [{ ...named, ...finished(weighed(holds ? verdict : inconclusive(other.why))), place }];
  };
  const failedBy = ([first]: readonly Place<T>[]): string | undefined =>
    typeof failed === 'function' ? (first !== undefined && 'of' in first ? failed(first.of) : undefined) : failed;
  return defineCheck<N>({
    ...facts,
    needs: subject.needs,
    evaluate: (evidence) => {
      const selected = subject.select(evidence, facts);
      if ('outcome' in selected) return selected;
      return concluded(
        selected.places.flatMap((place) => judged(place, evidence)),
        { finding: facts.finding, failed: failedBy(selected.places) },
        selected,
      );
    },
  });
};
