import { mostAnswerText, type ShareAnswer } from '@perimeter/contract/answers/answer';
import type { ReactElement } from 'react';
import { clean, Link } from '../../../components/parts.tsx';
import { onlyReads, useFrame } from '../../../lib/frame.ts';
import { anchorOf } from '../report-view.ts';
import { answerTitles, whoAnswered } from './issue-answers.tsx';

type Titles = Readonly<Record<string, string>>;

/** A button of an answer; a script shows it, and does what it says. */
const Act = ({ answer, act, label }: { answer: ShareAnswer; act: string; label: string }): ReactElement => (
  <button
    className="button tiny"
    type="button"
    hidden
    data-act={act}
    data-path={`audit/${answer.auditId}/answers/${answer.id}`}
    aria-label={`${label}: ${answerTitles[answer.kind]}, ${whoAnswered(answer)}`}
  >
    {label}
  </button>
);

function OwnAnswer({
  answer,
  titles,
  isOfOne,
}: {
  answer: ShareAnswer;
  titles: Titles;
  isOfOne: boolean;
}): ReactElement {
  const { auditId, domain, checkId, kind, text, seen, hidden } = answer;
  const isReader = onlyReads(useFrame());
  const place = checkId === null ? 'Whole report' : clean(titles[checkId] ?? checkId, 200);
  const anchor = checkId === null ? '' : `#${anchorOf(checkId)}`;
  // On the report they stand below a heading of their own, on their page below that of the page.
  const Heading = isOfOne ? 'h3' : 'h2';
  return (
    <li>
      <Heading>
        {isOfOne ? (
          <>{anchor === '' ? place : <a href={anchor}>{place}</a>}</>
        ) : (
          <Link to={`/audits/${auditId}${anchor}`}>{`${clean(domain, 253)}: ${place}`}</Link>
        )}
      </Heading>
      <p>
        <b>{answerTitles[kind]}</b>
        {text === '' ? '' : `: ${clean(text, mostAnswerText * 8)}`}
      </p>
      <p className="row small">
        <span className="quiet">{whoAnswered(answer)}</span>
        {seen ? null : <span className="tag warn">New</span>}
        {hidden ? <span className="tag">Hidden from the link</span> : null}
      </p>
      {isReader ? null : (
        <p className="row">
          {kind === 'new_measurement' ? (
            <Link className="button tiny" to={`/?domain=${encodeURIComponent(domain)}`}>
              Audit again
            </Link>
          ) : null}
          {seen ? null : <Act answer={answer} act="seen" label="Mark as seen" />}
          <Act answer={answer} act={hidden ? 'show' : 'hide'} label={hidden ? 'Show' : 'Hide'} />
          <Act answer={answer} act="delete" label="Delete" />
        </p>
      )}
    </li>
  );
}

/** The answers to audits of an account, and what it can do about them. */
export const OwnAnswers = ({
  answers,
  titles,
  isOfOne = false,
}: {
  answers: readonly ShareAnswer[];
  titles: Titles;
  /** All are of the audit of the page. */
  isOfOne?: boolean;
}): ReactElement => (
  <share-answers>
    <p className="wrong" role="alert" />
    <ul className="waivers">
      {answers.map((answer) => (
        <OwnAnswer key={answer.id} answer={answer} titles={titles} isOfOne={isOfOne} />
      ))}
    </ul>
  </share-answers>
);
