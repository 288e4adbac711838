import { type AnswerKind, mostAnswerName, mostAnswerText, type ShareAnswer } from '@perimeter/contract/answers/answer';
import type { ReactElement } from 'react';
import { clean, Link } from '../../../components/parts.tsx';
import type { GivenAnswer } from '../../../lib/answer-props.ts';
import { counted, day } from '../../../lib/format.ts';
import { auditPath } from '../../../lib/sample.ts';
import type { Issue, ReportView } from '../report-view.ts';

/** What answers say, in words. */
export const answerTitles: Readonly<Record<AnswerKind, string>> = {
  fixed: 'Fixed',
  compensating_control: 'Compensating control',
  not_ours: 'Not ours',
  cannot_reproduce: 'Cannot reproduce',
  new_measurement: 'Asks for a new measurement',
};

/** The answers that the reader may see: through the link that shows the report, or to their own audit. */
export const answersInView = (view: ReportView): readonly GivenAnswer[] =>
  view.shared?.answers?.given ?? view.answers ?? [];

const isNew = (answer: GivenAnswer | ShareAnswer): boolean => 'seen' in answer && !answer.seen;

interface Props {
  checkId: string;
  view: ReportView;
}

const answersTo = ({ checkId, view }: Props) => answersInView(view).filter((one) => one.checkId === checkId);

/** How many answers an issue has, and whether some are new. */
export function AnswerTag(props: Props): ReactElement | null {
  const own = answersTo(props);
  if (own.length === 0) return null;
  const fresh = own.filter(isNew).length;
  return (
    <span className={`tag ${fresh > 0 ? 'warn' : 'on'}`}>
      {counted(fresh || own.length, `${fresh > 0 ? 'new ' : ''}answer`)}
    </span>
  );
}

/** Who answered and when: "Jane of the web team, 3 Nov 2026". */
export const whoAnswered = ({ name, createdAt }: GivenAnswer): string =>
  `${name === null ? 'No name' : clean(name, mostAnswerName * 8)}, ${day(createdAt)}`;

/** What the other side says to an issue, beside it. */
export const AnswerNotes = (props: Props): ReactElement => (
  <>
    {answersTo(props).map((answer, index) => (
      <p key={index} className="accepted-note">
        <b>{answerTitles[answer.kind]}</b> ({whoAnswered(answer)}): {clean(answer.text, mostAnswerText * 8)}
        {'hidden' in answer && answer.hidden === true ? ' (hidden from the link)' : ''}
      </p>
    ))}
  </>
);

/** The way to the form that answers an issue, on links that take answers. */
export const AnswerLink = ({ issue, view }: { issue: Issue; view: ReportView }): ReactElement | null =>
  (view.shared?.answers ?? null) === null ? null : (
    <Link className="button tiny" to={`${auditPath(view.report.id)}/checks/${issue.places[0].checkId}#answer`}>
      Answer this issue
    </Link>
  );
