import type { ReactElement } from 'react';
import { Document } from '../../components/document.tsx';
import { Link } from '../../components/parts.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { OwnAnswers } from '../../features/report/answers/own-answers.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { AnswersProps } from '../../lib/answer-props.ts';

function MarkSeen({ newest }: { newest: string }): ReactElement {
  const { base } = useFrame();
  return (
    <form action={`${base}/settings/answers`} method="post">
      <input type="hidden" name="newest" value={newest} />
      <p>
        <button className="button" type="submit">
          Mark all as seen
        </button>
      </p>
    </form>
  );
}

/** What was answered through the share links of an account. */
export const AnswersPage = ({
  answers,
  unseen,
  nextCursor,
  isFirstPage,
  mayMark,
  titles,
}: AnswersProps): ReactElement => (
  <Document title={unseen === 0 ? 'Answers' : `Answers (${unseen} new)`}>
    <div className="wrap page">
      <div className="settings">
        <SettingsNav />
        <div>
          <div className="page-head">
            <div>
              <h1>Answers</h1>
              <p>
                What readers of your share links say, newest first{unseen === 0 ? '' : `: ${unseen} new`}. Nobody
                verifies who answered, and no answer changes a score or starts an audit.
              </p>
            </div>
            {isFirstPage && mayMark && unseen > 0 ? <MarkSeen newest={answers[0]?.id ?? ''} /> : null}
          </div>
          {answers.length === 0 ? (
            <p>No answers yet. When you share a report, choose “Let its readers answer issues”.</p>
          ) : (
            <OwnAnswers answers={answers} titles={titles} />
          )}
          <p className="row">
            {isFirstPage ? null : <Link to="/settings/answers">Newest</Link>}
            {nextCursor === null ? null : <Link to={`/settings/answers?cursor=${nextCursor}`}>Older</Link>}
          </p>
        </div>
      </div>
    </div>
  </Document>
);
