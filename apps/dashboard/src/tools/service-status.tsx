import type { ServiceStatus } from '@perimeter/contract/account/administration';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { clean } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { counted } from '../lib/format.ts';
import { request } from '../lib/request.ts';

/** How often the queue is read while somebody looks at it. */
const watchMs = 15_000;

function factsOf({ queue, versions }: ServiceStatus): readonly (readonly [string, string])[] {
  const { waiting, running, oldestWaitingSeconds: oldest, endedLastHour } = queue;
  return [
    ['Waiting', `${counted(waiting, 'audit')}${oldest === null ? '' : `, the first for ${counted(oldest, 'second')}`}`],
    ['Running', counted(running, 'audit')],
    ['Ended in the last hour', counted(endedLastHour, 'audit')],
    ['Version', versions.engine],
    ['Scoring policy', versions.scoringPolicy],
    ['Node.js', versions.node],
    ['PostgreSQL', versions.database],
    ['Last migration', versions.schema],
  ];
}

const List = ({ name, date, isOld }: ServiceStatus['lists'][number]): ReactElement => (
  <li>
    {clean(name, 100)}: {date} {isOld ? <span className="tag off">outdated</span> : null}
  </li>
);

/** The queue of audits, versions, and the dates of shipped lists. */
export function Status(): ReactElement {
  const status = useQuery({
    queryKey: ['service-status'],
    queryFn: async () => request<ServiceStatus>('GET', '/api/administration/status'),
    refetchInterval: watchMs,
  });
  return (
    <section className="panel" aria-labelledby="status">
      <header>
        <h2 id="status">Queue and versions</h2>
      </header>
      <ProblemNotice error={status.error} onRetry={() => void status.refetch()} />
      {status.data === undefined ? (
        <p className="quiet">{status.isError ? 'The status could not be loaded.' : 'Loading …'}</p>
      ) : (
        <>
          <dl className="price">
            {factsOf(status.data).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="break">{value}</dd>
              </div>
            ))}
          </dl>
          <details className="more">
            <summary>Shipped lists</summary>
            <ul className="dots small">
              {status.data.lists.map((list) => (
                <List key={list.name} {...list} />
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}
