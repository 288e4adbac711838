import {
  inconclusive,
  type Location,
  notApplicable,
  type ObservationDraft,
  type Outcome,
  pass,
  type Unplaced,
  type Verdict,
} from './outcome.ts';

/** The verdict of one place; label: how a reason names the place, where there may be several; subject: that of drafts without one. */
export type Judged = Verdict & { location: Location; label?: string; subject?: string };

/** What else decides beside the verdicts. */
export interface Circumstances {
  /** Why places that visitors may reach were not judged: each stands against a pass. */
  open?: readonly string[];
  /** What the places are, where a reason is to count them. */
  unit?: string;
}

const reasonOf = (judged: readonly Judged[], outcome: 'pass' | 'not-applicable'): string | undefined =>
  judged.flatMap((one) => (one.outcome === outcome ? [one.reason] : []))[0];

const openReasons = (judged: readonly Judged[]): string[] =>
  judged.flatMap((one) =>
    one.outcome === 'inconclusive' ? [one.label === undefined ? one.reason : `${one.label}: ${one.reason}`] : [],
  );

const placed = ({ location, subject }: Judged) => (subject === undefined ? { location } : { location, subject });

/** Enough of the subjects to recognise them by: a target may have made them many and long. */
const maxSubjects = 10;
const maxSubjectCharacters = 50;

/** What of one place it is about, where that is several things. */
function subjectsOf(drafts: readonly Unplaced<ObservationDraft>[]): string {
  const subjects = [...new Set(drafts.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length < 2) return '';
  const named = subjects.slice(0, maxSubjects).map((subject) => subject.slice(0, maxSubjectCharacters));
  return `: ${named.join(', ')}${subjects.length > maxSubjects ? ` and ${subjects.length - maxSubjects} more` : ''}`;
}

/** The finding, and where or of what: among several places their number, at one place the subjects. */
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

/**
 * The one outcome of the verdicts of all places: a failure stands whatever else is unknown, an observation likewise; a
 * pass needs every place.
 */
export function combine(finding: string, judged: readonly Judged[], { open = [], unit }: Circumstances = {}): Outcome {
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
