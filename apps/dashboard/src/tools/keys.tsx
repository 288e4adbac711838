import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { clean, Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import type { ApiKey, ApiKeyList, NewApiKey } from '@perimeter/contract/account/key';
import { type Rotation, rotationsOf } from '../features/keys/rotation.ts';
import { credits, relative } from '../lib/format.ts';
import { useFrame } from '../lib/frame.ts';
import { request } from '../lib/request.ts';
import { NewKey, ShownKey } from './new-key.tsx';
import { useProven } from './proof.tsx';
import { Unconfirmed } from './unconfirmed.tsx';

/** How often the list is read while a rotated key still works: its holder sees when it is no longer used. */
const watchMs = 15_000;

const lastUse = (at: number | null, nowMs: number): string =>
  at === null ? 'never used' : `used ${relative(at, nowMs)}`;

interface RotationProps {
  rotation: Rotation;
  /** When the keys were read. */
  nowMs: number;
  onRevoke: (key: ApiKey) => void;
}

/** When both keys were used last, and whether the old one can go. */
const BothUses = ({ rotation: { next, old, isSafe }, nowMs }: Omit<RotationProps, 'onRevoke'>): ReactElement => (
  <>
    <div className="pair">
      <div>
        <span className="quiet">
          New, <span className="mono">…{next.lastFour}</span>
        </span>
        <b>{lastUse(next.lastUsedAt, nowMs)}</b>
      </div>
      <div>
        <span className="quiet">
          Old, <span className="mono">…{old.lastFour}</span>
        </span>
        <b>{lastUse(old.lastUsedAt, nowMs)}</b>
      </div>
    </div>
    <div role="status">
      {isSafe ? (
        <Notice title="It is safe to revoke the old key" tone="good" icon="check">
          The new key was used after the old one.
        </Notice>
      ) : (
        <Notice title="Not yet: the new key has not been used since the old one" tone="medium" icon="warn">
          This page looks again every 15 seconds.
        </Notice>
      )}
    </div>
  </>
);

function RotationPanel({ rotation, nowMs, onRevoke }: RotationProps): ReactElement {
  const { next, old, isSafe } = rotation;
  return (
    <section className="panel" aria-labelledby={`rotation-${old.id}`}>
      <header>
        <h2 id={`rotation-${old.id}`}>Rotating {clean(old.name, 100)}</h2>
        {old.expiresAt === null ? null : (
          <span className="quiet small push">
            the old key works until <Time at={old.expiresAt} />
          </span>
        )}
      </header>
      <ol className="wizard">
        <li className="done">
          <span className="knob">
            <Icon name="check" size={15} />
          </span>
          <div>
            <h3>New key created</h3>
          </div>
        </li>
        <li className={next.lastUsedAt === null ? 'now' : 'done'}>
          <span className="knob">{next.lastUsedAt === null ? 2 : <Icon name="check" size={15} />}</span>
          <div>
            <h3>Replace the old key wherever it is used</h3>
          </div>
        </li>
        <li className={isSafe ? 'done' : next.lastUsedAt === null ? '' : 'now'}>
          <span className="knob">{isSafe ? <Icon name="check" size={15} /> : 3}</span>
          <div>
            <h3>Revoke the old key when it is no longer used</h3>
            <BothUses rotation={rotation} nowMs={nowMs} />
            <p>
              <button className="button" type="button" onClick={() => onRevoke(old)}>
                Revoke the old key
              </button>
            </p>
          </div>
        </li>
      </ol>
    </section>
  );
}

interface RowProps {
  apiKey: ApiKey;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyRow({ apiKey, onRotate, onRevoke }: RowProps): ReactElement {
  const { nowMs, viewer } = useFrame();
  const { status, expiresAt, lastUsedAt } = apiKey;
  const name = clean(apiKey.name, 100);
  const isUsable = status === 'active' || status === 'replaced';
  const mayChange = viewer?.runsTeam === true;
  return (
    <tr className={isUsable ? undefined : 'gone'}>
      <th scope="row">
        {name}
        <br />
        <span className="mono quiet">
          {apiKey.prefix}…{apiKey.lastFour}
        </span>
      </th>
      <td>{status}</td>
      <td className="mono">{apiKey.scopes.join(' ')}</td>
      <td>{lastUse(lastUsedAt, nowMs)}</td>
      <td data-label="expires">{expiresAt === null ? 'never' : <Time at={expiresAt} />}</td>
      <td className="end nowrap">
        {mayChange && status === 'active' ? (
          <button className="button tiny" type="button" aria-label={`Rotate ${name}`} onClick={() => onRotate(apiKey)}>
            Rotate
          </button>
        ) : null}{' '}
        {mayChange && isUsable ? (
          <button
            className="button tiny danger"
            type="button"
            aria-label={`Revoke ${name}`}
            onClick={() => onRevoke(apiKey)}
          >
            Revoke
          </button>
        ) : null}
      </td>
    </tr>
  );
}

const KeyTable = ({ keys, ...actions }: { keys: readonly ApiKey[] } & Omit<RowProps, 'apiKey'>): ReactElement => (
  <div className="scroll" tabIndex={0} role="group" aria-label="Keys">
    <table className="table keys">
      <caption className="hidden-visually">API keys, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Scopes</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span className="hidden-visually">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} {...actions} />
        ))}
      </tbody>
    </table>
  </div>
);

/** The monthly limit of audits that are started with keys. */
const KeyCredits = ({ limit, isSharedWithBrowser }: ApiKeyList['credits']): ReactElement =>
  isSharedWithBrowser ? (
    <p className="quiet small">Audits by key and in the browser share {credits(limit)} a month.</p>
  ) : (
    <p className="quiet small">
      Audits by key share the {credits(limit)} a month of your plan. Because you are an administrator, audits that you
      start in the browser have no monthly limit and do not count against these. The setting{' '}
      <code>PERIMETER_ADMIN_CREDITS</code> sets one limit for both.
    </p>
  );

/** Keys as they are, and what is done to them. */
function useKeys(onMade: (made: NewApiKey) => void) {
  const client = useQueryClient();
  const refresh = async (): Promise<void> => client.invalidateQueries({ queryKey: ['keys'] });
  const list = useQuery({
    queryKey: ['keys'],
    queryFn: async () => request<ApiKeyList>('GET', '/api/keys'),
    refetchInterval: ({ state }) => (rotationsOf(state.data?.keys ?? []).length > 0 ? watchMs : false),
  });
  const rotate = useProven(
    'Rotate the key',
    async ({ id, ...shown }: Pick<ApiKey, 'id'>) =>
      request<NewApiKey>('POST', `/api/keys/${id}/rotate`, { grace: '24h', ...shown }),
    async (made) => {
      onMade(made);
      await refresh();
    },
  );
  const revoke = useMutation({
    mutationFn: async ({ id }: ApiKey) => request<null>('DELETE', `/api/keys/${id}`),
    onSuccess: refresh,
  });
  return { list, rotate, revoke };
}

/** Admins alone make keys; others read which there are. */
const Making = ({ onMade }: { onMade: (made: NewApiKey) => void }): ReactElement =>
  useFrame().viewer?.runsTeam === true ? (
    <NewKey onMade={onMade} />
  ) : (
    <Notice title="Admins of the team create, rotate and revoke keys" />
  );

/** The API keys of the account: made, rotated with both keys in sight, revoked. */
export function Keys(): ReactElement {
  const { viewer } = useFrame();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const { list, rotate, revoke } = useKeys(setMade);
  const ask = (key: ApiKey): void => {
    const used = lastUse(key.lastUsedAt, Date.now());
    if (window.confirm(`Revoke ${key.name} (${used})? Whatever uses it stops working at once.`)) revoke.mutate(key);
  };
  const keys = list.data?.keys;
  return (
    <>
      <Unconfirmed />
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      <ProblemNotice error={rotate.error ?? revoke.error} />
      {rotate.proof === null ? null : <div className="panel">{rotate.proof}</div>}
      {made === null ? <Making onMade={setMade} /> : <ShownKey made={made} onDone={() => setMade(null)} />}
      {(viewer?.runsTeam === true ? rotationsOf(keys ?? []) : []).map((rotation) => (
        <RotationPanel key={rotation.old.id} rotation={rotation} nowMs={list.dataUpdatedAt} onRevoke={ask} />
      ))}
      <section className="panel" aria-labelledby="all-keys">
        <header>
          <h2 id="all-keys">All keys</h2>
        </header>
        {keys === undefined ? (
          <p className="quiet">{list.isError ? 'The keys could not be loaded.' : 'Loading …'}</p>
        ) : keys.length === 0 ? (
          <p className="quiet">No keys yet. Create one for a pipeline or a tool.</p>
        ) : (
          <KeyTable keys={keys} onRotate={({ id }) => rotate.send({ id })} onRevoke={ask} />
        )}
        {list.data === undefined ? null : <KeyCredits {...list.data.credits} />}
      </section>
    </>
  );
}
