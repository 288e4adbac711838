import { issueReplies, mostAnswerName, mostAnswerText } from '@perimeter/contract/answers/answer';
import type { ReactElement } from 'react';
import { clean, Notice, Part } from '../../../components/parts.tsx';
import type { LinkAnswers } from '../../../lib/answer-props.ts';
import { useFrame } from '../../../lib/frame.ts';
import { anchorOf, type ReportView } from '../report-view.ts';
import { answersInView, answerTitles, whoAnswered } from './issue-answers.tsx';
import { OwnAnswers } from './own-answers.tsx';

const whoSees = 'The sender of this link and everybody who has it see your answer. Leave out what is confidential.';

/** What has become of what the reader just sent. */
const Sent = ({ answers: { isSent, refused } }: { answers: LinkAnswers }): ReactElement | null => {
  if (refused !== null)
    return (
      <Notice title="Not sent" tone="medium" icon="warn">
        <span id="answer-error" role="alert">
          {clean(refused.message, 300)}.
        </span>
      </Notice>
    );
  return isSent ? (
    <Notice title="Your answer is stored" tone="good" icon="check">
      The sender of the link finds it beside the report.
    </Notice>
  ) : null;
};

/** The kinds of answers to an issue, one of which is chosen. */
const Kinds = ({ chosen }: { chosen: string }): ReactElement => (
  <div className="field">
    <label htmlFor="answer-kind">Answer</label>
    <select id="answer-kind" name="kind" required defaultValue={chosen}>
      <option value="">Choose an answer</option>
      {issueReplies.map((kind) => (
        <option key={kind} value={kind}>
          {answerTitles[kind]}
        </option>
      ))}
    </select>
  </div>
);

/** A form that works without script; it is sent to the address of its page. */
function AnswerForm({
  answers,
  path,
  isOfIssue,
}: {
  answers: LinkAnswers;
  path: string;
  isOfIssue: boolean;
}): ReactElement {
  const { base } = useFrame();
  const { kind = '', text = '', name = '' } = answers.refused ?? {};
  return (
    <form className="form" action={`${base}/${path}#answer`} method="post">
      {isOfIssue ? <Kinds chosen={kind} /> : null}
      <div className="field">
        <label htmlFor="answer-text">{isOfIssue ? 'In a sentence' : 'What has changed (optional)'}</label>
        <textarea
          id="answer-text"
          name="text"
          rows={3}
          required={isOfIssue}
          maxLength={mostAnswerText}
          defaultValue={text}
          aria-describedby={answers.refused === null ? 'answer-hint' : 'answer-error answer-hint'}
        />
        <p className="hint" id="answer-hint">
          {`Plain text, at most ${mostAnswerText} characters. ${whoSees}`}
        </p>
      </div>
      <div className="field">
        <label htmlFor="answer-name">Your name (optional)</label>
        <input
          id="answer-name"
          name="name"
          type="text"
          maxLength={mostAnswerName}
          autoComplete="name"
          defaultValue={name}
        />
      </div>
      <p>
        <button className="button primary" type="submit">
          {isOfIssue ? 'Send answer' : 'Send request'}
        </button>
      </p>
    </form>
  );
}

/** The answers that came through a link, each with the way to its issue. */
function Given({ view }: { view: ReportView }): ReactElement {
  const given = answersInView(view);
  if (given.length === 0)
    return <p className="quiet">Nobody has answered yet. Each issue has the link “Answer this issue”.</p>;
  const titleOf = (checkId: string | null) =>
    view.issues.find(({ places: [first] }) => first.checkId === checkId)?.places[0].title;
  return (
    <ul className="waivers">
      {given.map((answer, index) => {
        const title = titleOf(answer.checkId);
        return (
          <li key={index}>
            <h3>
              {title === undefined ? (
                'Whole report'
              ) : (
                <a href={`#${anchorOf(answer.checkId ?? '')}`}>{clean(title, 200)}</a>
              )}
            </h3>
            <p>
              <b>{answerTitles[answer.kind]}</b>
              {answer.text === '' ? '' : `: ${clean(answer.text, mostAnswerText * 8)}`}
            </p>
            <p className="small quiet">{whoAnswered(answer)}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** What the other side answered: for those who have the link, with the form that asks for a new measurement; for the account of the audit, with what it can do about it. */
export function AnswersPart({ view }: { view: ReportView }): ReactElement | null {
  const answers = view.shared?.answers ?? null;
  if (answers !== null)
    return (
      <Part
        id="answer"
        title="Answers"
        about="What readers of this link say to its issues. Nobody verifies who they are, and no answer changes the score."
      >
        <div className="stack">
          <Sent answers={answers} />
          <Given view={view} />
          <h3>Ask for a new measurement</h3>
          <p className="small">The sender decides whether and when: nothing is started by this form.</p>
          <AnswerForm answers={answers} path={view.report.id} isOfIssue={false} />
        </div>
      </Part>
    );
  if (view.answers === null || view.answers.length === 0) return null;
  const titles = Object.fromEntries(view.issues.map(({ places: [{ checkId, title }] }) => [checkId, title]));
  return (
    <Part
      id="answer"
      title="Answers"
      about="What came through your share links, newest first. Nobody verifies who answered, and no answer changes the score."
    >
      <OwnAnswers answers={view.answers} titles={titles} isOfOne />
    </Part>
  );
}

/** The form that answers one issue, on the page of its check. */
export function AnswerPart({ checkId, view }: { checkId: string; view: ReportView }): ReactElement | null {
  const answers = view.shared?.answers ?? null;
  if (answers === null) return null;
  return (
    <Part
      id="answer"
      title="Answer this issue"
      about="For those who look after the domain. An answer does not change the score; a new measurement does."
    >
      <div className="stack">
        <Sent answers={answers} />
        <AnswerForm answers={answers} path={`${view.report.id}/checks/${checkId}`} isOfIssue />
      </div>
    </Part>
  );
}
