import type { AccountList } from '@perimeter/contract/account/administration';
import type { Plan } from '@perimeter/contract/account/plan';
import { planNames } from '@perimeter/contract/text/known-names';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { clean } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { day } from '../lib/format.ts';
import { useFrame } from '../lib/frame.ts';
import { request } from '../lib/request.ts';
import { OptOuts } from './opt-outs.tsx';
import { Status } from './service-status.tsx';

type Listed = AccountList['accounts'][number];

interface Change {
  email: string;
  act: 'disable' | 'enable' | 'plan';
  plan?: Plan;
}

const isPlan = (text: string): text is Plan => planNames.some((name) => name === text);

function Row({ account, onChange }: { account: Listed; onChange: (change: Change) => void }): ReactElement {
  const { viewer } = useFrame();
  const { email, disabledAt } = account;
  const shown = clean(email, 254);
  const isOwn = viewer?.email === email;
  const act = disabledAt === null ? 'disable' : 'enable';
  const ask = (): void => {
    if (act === 'enable' || window.confirm(`Disable ${email}? All sessions end and all keys are rejected at once.`))
      onChange({ email, act });
  };
  return (
    <tr className={disabledAt === null ? undefined : 'gone'}>
      <th scope="row" className="break">
        {shown} {account.isAdmin ? <span className="tag on">administrator</span> : null}
        {account.isConfirmed ? null : <span className="tag">not confirmed</span>}
        {disabledAt === null ? null : <span className="tag off">disabled</span>}
      </th>
      <td>
        <select
          aria-label={`Plan of ${shown}`}
          value={account.plan}
          disabled={disabledAt !== null}
          onChange={({ target: { value } }) => (isPlan(value) ? onChange({ email, act: 'plan', plan: value }) : null)}
        >
          {planNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </td>
      <td className="end num" data-label="credits used">
        {account.creditsUsed}
      </td>
      <td data-label="second factor">{account.hasSecondFactor ? 'on' : 'off'}</td>
      <td className="nowrap" data-label="created">
        {day(account.createdAt)}
      </td>
      <td className="end">
        {isOwn ? (
          <span className="quiet small">your own</span>
        ) : (
          <button
            className={`button tiny ${act === 'disable' ? 'danger' : ''}`}
            type="button"
            aria-label={`${act === 'disable' ? 'Disable' : 'Enable'} ${shown}`}
            onClick={ask}
          >
            {act === 'disable' ? 'Disable' : 'Enable'}
          </button>
        )}
      </td>
    </tr>
  );
}

const Table = ({ accounts, onChange }: Pick<AccountList, 'accounts'> & { onChange: (change: Change) => void }) => (
  <div className="scroll" tabIndex={0} role="group" aria-label="Accounts">
    <table className="table keys">
      <caption className="hidden-visually">Accounts by e-mail address</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Plan</th>
          <th scope="col" className="end">
            Credits used
          </th>
          <th scope="col">Second factor</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="hidden-visually">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <Row key={account.id} account={account} onChange={onChange} />
        ))}
      </tbody>
    </table>
  </div>
);

function Accounts(): ReactElement {
  const client = useQueryClient();
  const [q, setQ] = useState('');
  const [after, setAfter] = useState('');
  const query = new URLSearchParams({ ...(q === '' ? {} : { q }), ...(after === '' ? {} : { after }) }).toString();
  const list = useQuery({
    queryKey: ['accounts', query],
    queryFn: async () => request<AccountList>('GET', `/api/accounts?${query}`),
    placeholderData: keepPreviousData,
  });
  const change = useMutation({
    mutationFn: async ({ email, act, plan: chosen }: Change) =>
      request<unknown>('POST', `/api/accounts/${act}`, act === 'plan' ? { email, plan: chosen } : { email }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['accounts'] }),
  });
  const next = list.data?.next ?? null;
  return (
    <section className="panel" aria-labelledby="accounts">
      <header>
        <h2 id="accounts">Accounts</h2>
      </header>
      <div className="field narrow">
        <label htmlFor="q">Find by e-mail address</label>
        <input
          id="q"
          type="search"
          maxLength={254}
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setAfter('');
          }}
        />
      </div>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      <ProblemNotice error={change.error} />
      {list.data === undefined ? (
        <p className="quiet">{list.isError ? 'The accounts could not be loaded.' : 'Loading …'}</p>
      ) : list.data.accounts.length === 0 ? (
        <p className="quiet">No account has such an address.</p>
      ) : (
        <Table accounts={list.data.accounts} onChange={(one) => change.mutate(one)} />
      )}
      <p className="row">
        {after === '' ? null : (
          <button className="button" type="button" onClick={() => setAfter('')}>
            First page
          </button>
        )}
        {next === null ? null : (
          <button className="button" type="button" onClick={() => setAfter(next)}>
            Next page
          </button>
        )}
      </p>
    </section>
  );
}

/** What administrators do: accounts and opt-outs; and what the service does. */
export const Admin = (): ReactElement => (
  <>
    <Accounts />
    <OptOuts />
    <Status />
  </>
);
