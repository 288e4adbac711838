import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Notice, ReadersCannot } from '../components/parts.tsx';
import { Changes } from '../features/domains/changes.tsx';
import { ScorePanel } from '../features/domains/score-panel.tsx';
import { WordFields } from '../features/domains/word-fields.tsx';
import { Audits, type kindOf } from '../features/domains/audits-table.tsx';
import { counted, day } from '../lib/format.ts';
import { onlyReads, useFrame } from '../lib/frame.ts';
import type { DomainProps } from '../lib/domain-props.ts';

type ScoredAudit = Parameters<typeof kindOf>[0];

const isScored = (audit: DomainProps['audits'][number]): audit is ScoredAudit =>
  audit.status === 'completed' && audit.score !== null && audit.endedAt !== null;

/** "Four audits since …. Now 43, grade F." */
function sentence(audits: readonly ScoredAudit[]): string {
  const [latest, oldest] = [audits[0], audits.at(-1)];
  if (latest === undefined || oldest === undefined) return 'No completed audit.';
  return `${counted(audits.length, 'audit')} since ${day(oldest.endedAt)}. Now ${latest.score}, grade ${latest.grade ?? 'unknown'}.`;
}

/** What the team keeps of a domain, for a reader. */
const ReadWords = ({ tags, owner, note }: Pick<DomainProps, 'tags' | 'owner' | 'note'>): ReactElement => (
  <>
    <p>{[clean(owner, 100), ...tags.map((tag) => clean(tag, 40))].filter((text) => text !== '').join(', ')}</p>
    {note === '' ? null : <p>{clean(note, 1_000)}</p>}
    <p>
      <ReadersCannot what="change tags, owner and note" />
    </p>
  </>
);

function OwnWords({
  domain,
  refused,
  ...words
}: Pick<DomainProps, 'domain' | 'tags' | 'owner' | 'note' | 'refused'>): ReactElement {
  const frame = useFrame();
  const { base } = frame;
  const action = `${base}/domains/${domain}`;
  return (
    <section className="panel" aria-labelledby="settings">
      <header>
        <h2 id="settings">In your list</h2>
      </header>
      {onlyReads(frame) ? (
        <ReadWords {...words} />
      ) : (
        <domain-words data-domain={domain}>
          <form className="row filter" action={`${action}/tags`} method="post">
            <WordFields words={words} refused={refused} />
            <button className="button" type="submit">
              Save
            </button>
            <button className="button" type="submit" formAction={`${action}/remove`}>
              Remove from the list
            </button>
            <span role="status" />
            <p className="small quiet">Removing keeps all audits; the next completed audit brings the domain back.</p>
          </form>
        </domain-words>
      )}
    </section>
  );
}

/** One domain of the account over time. */
export function DomainPage({
  domain,
  audits,
  changes,
  marks,
  risks,
  nextCursor,
  isFirstPage,
  ...words
}: DomainProps): ReactElement {
  const frame = useFrame();
  const { base } = frame;
  const scored = audits.filter(isScored);
  const name = clean(listedName(domain), 520);
  return (
    <Document title={name}>
      <div className="wrap page">
        <p className="small">
          <Link to="/domains">Domains</Link>
        </p>
        <div className="page-head">
          <div>
            <h1>{name}</h1>
            <p>{sentence(scored)}</p>
          </div>
          <form className="row" action={`${base}/`} method="get">
            <input type="hidden" name="domain" value={domain} />
            <Link className="button" to={`/compare?targetA=${domain}`}>
              Compare
            </Link>
            {onlyReads(frame) ? (
              <ReadersCannot />
            ) : (
              <button className="button primary" type="submit">
                Audit again
              </button>
            )}
          </form>
        </div>
        {scored.length === 0 ? (
          <Notice title="No completed audit">Nothing can be shown over time yet.</Notice>
        ) : (
          <>
            <ScorePanel audits={scored} {...{ marks, risks, isFirstPage }} areOldest={nextCursor === null} />
            {changes === null ? null : <Changes changes={changes} />}
            <Audits audits={scored} areOldest={nextCursor === null} />
            <nav className="pages row" aria-label="Pages of audits">
              {isFirstPage ? null : <Link to={`/domains/${domain}`}>Latest audits</Link>}
              {nextCursor === null ? null : <Link to={`/domains/${domain}?cursor=${nextCursor}`}>Older audits</Link>}
            </nav>
          </>
        )}
        <OwnWords domain={domain} {...words} />
      </div>
    </Document>
  );
}
