import { soonDays } from '@perimeter/contract/waiver/waiver';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Notice, ReadersCannot, WriterLink } from '../components/parts.tsx';
import { DomainRow, RowForms } from '../features/domains/domain-row.tsx';
import { counted } from '../lib/format.ts';
import { onlyReads, useFrame } from '../lib/frame.ts';
import type { DomainsProps } from '../lib/domain-props.ts';

type Sort = DomainsProps['query']['sort'];

/** The address of the list with other words, order or page. */
function addressOf({ query }: DomainsProps, change: Partial<DomainsProps['query']>): string {
  const { sort, q, tag, cursor } = { ...query, ...change };
  const given = { sort: sort === 'worst' ? undefined : sort, q, tag, cursor };
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value]])),
  ).toString();
  return search === '' ? '/domains' : `/domains?${search}`;
}

const orders: readonly (readonly [sort: Sort, title: string])[] = [
  ['worst', 'Worst first'],
  ['best', 'Best first'],
  ['newest', 'Newest first'],
  ['name', 'By name'],
  ['ends', 'Next end first'],
  ['change', 'Largest loss first'],
];

function Filter(props: DomainsProps): ReactElement {
  const { base } = useFrame();
  const { query, list } = props;
  return (
    <form className="row filter" action={`${base}/domains`} method="get" role="search">
      <input
        type="search"
        name="q"
        defaultValue={query.q ?? ''}
        placeholder="shop tag:eu grade:&lt;C expires:&lt;30d"
        aria-label="Name, tag:, owner:, grade: or expires:"
      />
      <select name="sort" defaultValue={query.sort} aria-label="Order">
        {orders.map(([sort, title]) => (
          <option key={sort} value={sort}>
            {title}
          </option>
        ))}
      </select>
      {list.tags.length === 0 ? null : (
        <select name="tag" defaultValue={query.tag ?? ''} aria-label="Tag">
          <option value="">All tags</option>
          {list.tags.map((tag) => (
            <option key={tag} value={tag}>
              {clean(tag, 40)}
            </option>
          ))}
        </select>
      )}
      <button className="button" type="submit">
        Show
      </button>
    </form>
  );
}

const columns = ['Grade', 'Domain', 'Score', '30 days', 'Audits', 'Worst open', 'Issues', 'Next end', 'Measured'];

type Refused = Pick<DomainsProps, 'refusedRow' | 'refusedTags'>;

/** What is done with the selected domains. The first button is that of the field: Enter in it presses that one. */
function Selected({ back, refused }: { back: string; refused: DomainsProps['refusedTags'] }): ReactElement {
  const frame = useFrame();
  const { base } = frame;
  const mayWrite = !onlyReads(frame);
  return (
    <p className="row filter after-list" id="selected">
      {mayWrite ? (
        <>
          <input type="hidden" name="back" value={back} />
          <input
            name="tags"
            maxLength={400}
            placeholder="Tags to add"
            aria-label="Tags to add to the selected"
            defaultValue={refused?.tags}
            aria-invalid={refused === null ? undefined : true}
            aria-describedby={refused === null ? undefined : 'refused-many'}
          />
          {refused === null ? null : (
            <span className="refusal" id="refused-many" role="alert">
              {clean(refused.why, 300)}
            </span>
          )}
          <button className="button" type="submit" formAction={`${base}/domains/tags#selected`} formMethod="post">
            Tag the selected
          </button>
        </>
      ) : null}
      <button className="button" type="submit">
        Compare the selected
      </button>
      {mayWrite ? (
        <button className="button" type="submit" formAction={`${base}/domains/upload`}>
          Audit the selected
        </button>
      ) : null}
      <span className="small quiet">
        A dashed line among the scores is where the scoring policy changed: a change is counted within one policy alone.
      </span>
    </p>
  );
}

function Table({
  list,
  back,
  refusedRow,
  refusedTags,
}: Pick<DomainsProps, 'list'> & Refused & { back: string }): ReactElement {
  const { base } = useFrame();
  return (
    <form action={`${base}/compare`} method="get">
      <div className="scroll">
        <table className="table domains">
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden-visually">Select</span>
              </th>
              {columns.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.domains.map((domain) => (
              <DomainRow
                key={domain.domain}
                domain={domain}
                isPicked={refusedTags?.pick.includes(domain.domain) === true}
                refused={refusedRow?.domain === domain.domain ? refusedRow : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Selected back={back} refused={refusedTags} />
    </form>
  );
}

const Empty = ({ query }: Pick<DomainsProps, 'query'>): ReactElement =>
  query.q === undefined && query.tag === undefined ? (
    <Notice title="No domains yet">
      <span className="row">
        <WriterLink to="/">Audit a domain</WriterLink>
        <WriterLink to="/domains/upload">Upload a list</WriterLink>
        <Link to="/sample">See a sample report</Link>
      </span>
    </Notice>
  ) : (
    <Notice title="No domain matches">
      <Link to="/domains">Show all domains</Link>
    </Notice>
  );

const EndingRisks = ({ count }: { count: number }): ReactElement => (
  <Notice
    title={`${counted(count, 'accepted risk')} ${count === 1 ? 'ends' : 'end'} within ${soonDays} days`}
    tone="medium"
    icon="warn"
  >
    {count === 1 ? 'Its' : 'Their'} findings then count again. <Link to="/settings/accepted">Accepted risks</Link>
  </Notice>
);

/** The domains of the account, each by its latest completed audit. */
export const DomainsPage = (props: DomainsProps): ReactElement => {
  const { list, query, unknown, endingRisks, refusedRow, refusedTags } = props;
  const { base } = useFrame();
  const [, back = ''] = addressOf(props, {}).split('?');
  return (
    <Document title="Domains">
      <div className="wrap page">
        <div className="page-head">
          <div>
            <h1>Domains</h1>
            <p>{`Each by its latest completed audit. ${list.total.toLocaleString('en-GB')} in all.`}</p>
          </div>
          <div className="row">
            <ReadersCannot />
            <WriterLink className="button" to="/domains/upload">
              Upload a list
            </WriterLink>
            <a
              className="button"
              href={`${base}/api${addressOf(props, { cursor: undefined, q: unknown === null ? query.q : undefined }).replace('/domains', '/domains.csv')}`}
            >
              CSV
            </a>
            <WriterLink className="button primary" to="/">
              New audit
            </WriterLink>
          </div>
        </div>
        <div className="stack">
          {endingRisks === 0 ? null : <EndingRisks count={endingRisks} />}
          <Filter {...props} />
        </div>
        {unknown === null ? null : (
          <Notice title={`"${clean(unknown, 60)}" is no filter`} icon="info">
            Words that must all match: part of a name, <code>tag:eu</code>, <code>owner:jane</code>,{' '}
            <code>grade:&lt;C</code>, <code>expires:&lt;30d</code>. All domains are shown.
          </Notice>
        )}
        {list.domains.length === 0 ? (
          <Empty query={query} />
        ) : (
          <>
            <Table {...{ list, back, refusedRow, refusedTags }} />
            <RowForms domains={list.domains} back={back} />
          </>
        )}
        <nav className="pages row" aria-label="Pages">
          {query.cursor === undefined ? null : <Link to={addressOf(props, { cursor: undefined })}>First page</Link>}
          {list.nextCursor === null ? null : <Link to={addressOf(props, { cursor: list.nextCursor })}>Next page</Link>}
        </nav>
      </div>
    </Document>
  );
};
