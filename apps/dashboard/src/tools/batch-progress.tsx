import type { Batch, BatchDetails } from '@perimeter/contract/batch';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { clean, Link, Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { useFrame } from '../lib/frame.ts';
import { request } from '../lib/request.ts';

/** The states of a batch in words. */
export const batchWords: Readonly<Record<Batch['status'], string>> = {
  running: 'starting',
  paused: 'paused',
  cancelled: 'cancelled',
  done: 'all started',
};

const reasons: Readonly<Record<string, string>> = {
  domain_opted_out: 'its owner has opted out',
  invalid_domain: 'not a domain',
  target_busy: 'audited as often as it may be for now',
};

const watchMs = 3_000;

type Item = BatchDetails['items'][number];

function stateOf({ status, reason, auditStatus, grade, score }: Item): string {
  if (status === 'waiting') return 'waits';
  if (status === 'refused') return `refused: ${reasons[reason ?? ''] ?? reason ?? ''}`;
  if (auditStatus === 'completed') return grade === null ? 'completed' : `${grade}, ${score} points`;
  if (auditStatus === 'failed') return 'failed, the credit is back';
  return auditStatus === 'in_progress' ? 'running' : 'queued';
}

const Items = ({ items }: Pick<BatchDetails, 'items'>): ReactElement => (
  <div className="scroll tall" tabIndex={0} role="group" aria-label="Domains">
    <table className="table">
      <caption className="hidden-visually">Domains of the list, in their order</caption>
      <thead>
        <tr>
          <th scope="col">Domain</th>
          <th scope="col">Audit</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.domain}>
            <th scope="row" className="mono break">
              {item.auditId === null ? (
                clean(item.listedAs, 520)
              ) : (
                <Link to={`/audits/${item.auditId}`}>{clean(item.listedAs, 520)}</Link>
              )}
            </th>
            <td>{stateOf(item)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Why it stands still, and what to do about it. */
function Paused({ because }: { because: string | null }): ReactElement {
  const { credits } = useFrame();
  if (because === 'credits_exhausted')
    return (
      <Notice title="Paused: no credits are left this month" tone="medium" icon="warn">
        Nothing is lost.{' '}
        {credits === null ? null : (
          <>
            The next credits come on <Time at={credits.resetsAt} />;{' '}
          </>
        )}
        resume the list then, or after a change to a larger plan.
      </Notice>
    );
  return (
    <Notice title="Paused" tone="medium" icon="warn">
      The service refused the next start (code {because}). Resume the list when that is settled.
    </Notice>
  );
}

const Bar = ({ what, value, max }: { what: string; value: number; max: number }): ReactElement => (
  <label>
    <span>{what}</span>
    <progress max={Math.max(1, max)} value={value} />
    <span className="mono">
      {value}/{max}
    </span>
  </label>
);

interface DeedsProps {
  /** Where the results are as a file; null: not all have ended. */
  file: string | null;
  status: Batch['status'];
  isBusy: boolean;
  onResume: () => void;
  onCancel: () => void;
}

const Deeds = ({ file, status, isBusy, onResume, onCancel }: DeedsProps): ReactElement => (
  <p className="row">
    <Link className="button primary" to="/audits">
      All audits
    </Link>
    {file === null ? null : (
      <a className="button" href={file}>
        Results as CSV
      </a>
    )}
    {status === 'paused' ? (
      <button className="button" type="button" disabled={isBusy} onClick={onResume}>
        Resume
      </button>
    ) : null}
    {status === 'paused' || status === 'running' ? (
      <button className="button danger" type="button" disabled={isBusy} onClick={onCancel}>
        Start no more
      </button>
    ) : (
      <Link className="button" to="/domains/upload">
        Another list
      </Link>
    )}
  </p>
);

/** How far a batch has come. It goes on without this page. */
export function BatchProgress({ id }: { id: string }): ReactElement {
  const { base } = useFrame();
  const path = `/api/batches/${encodeURIComponent(id)}`;
  const state = useQuery({
    queryKey: ['batch', id],
    queryFn: async () => request<BatchDetails>('GET', path),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.status !== 'running' && data.ended === data.started ? false : watchMs,
  });
  const refresh = async (): Promise<unknown> => state.refetch();
  const cancel = useMutation({ mutationFn: async () => request<Batch>('DELETE', path), onSuccess: refresh });
  const resume = useMutation({ mutationFn: async () => request<Batch>('POST', `${path}/resume`), onSuccess: refresh });
  const { data } = state;
  if (data === undefined)
    return state.isError ? (
      <ProblemNotice error={state.error} onRetry={() => void refresh()} />
    ) : (
      <p className="quiet">Loading …</p>
    );
  const isOver = ['done', 'cancelled'].includes(data.status) && data.ended === data.started;
  return (
    <>
      <section className="panel upload" aria-labelledby="progress">
        <header>
          <h2 id="progress">
            {isOver ? `${data.ended} audits have ended` : `${data.started + data.refused} of ${data.total} started`}
          </h2>
          <span className={`tag push ${data.status === 'running' ? 'on' : ''}`}>{batchWords[data.status]}</span>
        </header>
        <ProblemNotice error={state.error ?? cancel.error ?? resume.error} />
        {data.status === 'paused' ? <Paused because={data.pausedBecause} /> : null}
        <div className="bars">
          <Bar what="Started" value={data.started + data.refused} max={data.total} />
          <Bar what="Ended" value={data.ended} max={data.total - data.refused} />
        </div>
        <p className="small quiet" role="status">
          {isOver
            ? 'All audits of this list have ended.'
            : 'You can leave this page: the audits continue, and this address shows their progress.'}
        </p>
        <Deeds
          file={isOver ? `${base}${path}/results.csv` : null}
          status={data.status}
          isBusy={cancel.isPending || resume.isPending}
          onResume={() => resume.mutate()}
          onCancel={() => cancel.mutate()}
        />
      </section>
      <section className="panel" aria-labelledby="domains">
        <header>
          <h2 id="domains">Domains</h2>
        </header>
        <Items items={data.items} />
      </section>
    </>
  );
}
