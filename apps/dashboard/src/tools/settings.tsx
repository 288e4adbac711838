import type { Account as AccountData, AccountDetails } from '@perimeter/contract/account/account';
import type { Session, SessionState } from '@perimeter/contract/account/session';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Field, Form, PasswordField, type Values } from '../components/form.tsx';
import { clean, Link, Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { browserName } from '../lib/browser-name.ts';
import { useFrame } from '../lib/frame.ts';
import { day, relative } from '../lib/format.ts';
import { goTo, request } from '../lib/request.ts';
import { useProven } from './proof.tsx';
import { KeepAccount } from './keep-account.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { Unconfirmed } from './unconfirmed.tsx';

function ChangeEmail(): ReactElement {
  const change = useProven('Change the address', async (values: Values) =>
    request<AccountData>('PATCH', '/api/account', values),
  );
  return (
    <section className="panel" aria-labelledby="email">
      <header>
        <h2 id="email">E-mail address</h2>
      </header>
      {change.sending.isSuccess ? (
        <Notice title="Confirm the new address" tone="good" icon="check">
          A link was sent to it. Until you open it, the account keeps its present address.
        </Notice>
      ) : (
        (change.proof ?? (
          <Form action="Change" isBusy={change.sending.isPending} error={change.error} onSend={change.send}>
            <Field label="New e-mail address" name="email" type="email" autoComplete="email" />
            <PasswordField label="Current password" name="currentPassword" />
          </Form>
        ))
      )}
    </section>
  );
}

function ChangePassword(): ReactElement {
  const change = useProven('Change the password', async (values: Values) =>
    request<AccountData>('PATCH', '/api/account', values),
  );
  return (
    <section className="panel" aria-labelledby="password">
      <header>
        <h2 id="password">Password</h2>
      </header>
      {change.sending.isSuccess ? (
        <Notice title="The password was changed" tone="good" icon="check">
          All other sessions were ended.
        </Notice>
      ) : (
        (change.proof ?? (
          <Form action="Change" isBusy={change.sending.isPending} error={change.error} onSend={change.send}>
            <PasswordField label="Current password" name="currentPassword" />
            <PasswordField label="New password" name="newPassword" isNew />
          </Form>
        ))
      )}
    </section>
  );
}

function Privacy(): ReactElement {
  const { viewer } = useFrame();
  const client = useQueryClient();
  const account = useQuery({
    queryKey: ['account'],
    queryFn: async () => request<AccountDetails>('GET', '/api/account'),
  });
  const change = useMutation({
    mutationFn: async (privateByDefault: boolean) =>
      request<AccountDetails>('PATCH', '/api/account/settings', { privateByDefault }),
    onSuccess: (changed) => client.setQueryData(['account'], changed),
  });
  return (
    <section className="panel" aria-labelledby="privacy">
      <header>
        <h2 id="privacy">Privacy</h2>
      </header>
      <ProblemNotice error={account.error ?? change.error} />
      <p>
        <label className="choice">
          <input
            type="checkbox"
            checked={account.data?.privateByDefault ?? false}
            disabled={account.data === undefined || change.isPending || viewer?.runsTeam !== true}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          New audits are private
        </label>
      </p>
      <p className="small quiet">
        Applies to audits by form, and by API where the request does not say. Private audits are shown to your account
        alone; each start can still choose otherwise. {viewer?.runsTeam === true ? '' : 'Admins of the team change it.'}
      </p>
    </section>
  );
}

function Export(): ReactElement {
  const { base, viewer } = useFrame();
  return (
    <section className="panel" aria-labelledby="export">
      <header>
        <h2 id="export">Your data</h2>
      </header>
      <p className="small">
        A ZIP archive with the account, its keys and browsers without their secrets, the ledger of credits, the log of
        the team, and all audits with the reports that are still kept, as JSON. The log is a CSV file too.
      </p>
      {viewer?.runsTeam === true ? (
        <p>
          <a className="button" href={`${base}/api/account/export`}>
            Download
          </a>
        </p>
      ) : (
        <p className="small quiet">
          Admins of a team download its data. For your own, <Link to="/settings/team">choose your own team</Link> first.
        </p>
      )}
    </section>
  );
}

function DeleteAccount(): ReactElement {
  const remove = useProven(
    'Delete the account',
    async (values: Values) => request<null>('DELETE', '/api/account', values),
    () => goTo('/'),
  );
  return (
    <section className="panel" aria-labelledby="delete">
      <header>
        <h2 id="delete">Delete the account</h2>
      </header>
      <p className="small">
        <b>At once:</b> all browsers are logged out, running audits are cancelled, and API keys, share links and batches
        stop. For a week you can log in, download your data and keep the account. <b>After a week:</b> the account goes,
        with its keys and batches and the reports, evidence and signed PDFs of its audits, also for those who hold their
        address. That cannot be undone.
      </p>
      <p className="small">
        <b>Stays, without your name or address:</b> that a domain was audited and when, statements of authority and the
        ledger of credits under a number, and the hashes of signed PDFs, so that copies that you gave away can still be
        verified. Audits of other accounts that shared a measurement are not affected.
      </p>
      {remove.proof ?? (
        <Form
          action="Delete the account"
          isBusy={remove.sending.isPending}
          error={remove.error}
          onSend={remove.send}
          danger
        >
          <PasswordField label="Current password" name="currentPassword" />
        </Form>
      )}
    </section>
  );
}

/** The account: its address, password and end. */
export function Account(): ReactElement {
  const { viewer } = useFrame();
  const isLeaving = viewer !== null && viewer.deletesAt !== null;
  const state = useQuery({ queryKey: ['session'], queryFn: async () => request<SessionState>('GET', '/api/session') });
  const signOut = useMutation({
    mutationFn: async () => request<null>('DELETE', '/api/session'),
    onSuccess: () => goTo('/'),
  });
  const account = state.data?.account;
  return (
    <>
      <section className="panel" aria-labelledby="who">
        <header>
          <h2 id="who">{viewer?.email ?? 'Account'}</h2>
          {account?.isAdmin === true ? <span className="tag on">administrator</span> : null}
          <button className="button push" type="button" onClick={() => signOut.mutate()}>
            Log out
          </button>
        </header>
        <ProblemNotice error={state.error} onRetry={() => void state.refetch()} />
        <ProblemNotice error={signOut.error} />
        {account === undefined || account === null ? (
          <p className="quiet small">{state.isError ? 'The account could not be loaded.' : 'Loading …'}</p>
        ) : (
          <p className="quiet small">
            Plan {account.plan}, created on {day(account.createdAt)}
          </p>
        )}
      </section>
      <KeepAccount />
      {isLeaving ? null : (
        <>
          <Unconfirmed />
          <ChangeEmail />
          <ChangePassword />
          <SecondFactorPanel />
          <Privacy />
        </>
      )}
      <Export />
      {isLeaving ? null : <DeleteAccount />}
    </>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (id: string) => void }): ReactElement {
  const { nowMs } = useFrame();
  const { userAgent, network } = session;
  const known = browserName(userAgent);
  const name = known ?? (userAgent === '' ? 'unknown browser' : clean(userAgent, 200));
  return (
    <tr>
      <th scope="row">
        {name} {session.isCurrent ? <span className="tag on">this browser</span> : null}
        {known === null ? null : <p className="small quiet">{clean(userAgent, 200)}</p>}
      </th>
      <td className="mono nowrap">{network === '' ? 'not kept' : clean(network, 64)}</td>
      <td>{relative(session.lastUsedAt, nowMs)}</td>
      <td>
        <Time at={session.createdAt} />
      </td>
      <td className="end">
        {session.isCurrent ? null : (
          <button
            className="button tiny danger"
            type="button"
            aria-label={`Log out ${name}${network === '' ? '' : `, ${network}`}`}
            onClick={() => onEnd(session.id)}
          >
            Log out
          </button>
        )}
      </td>
    </tr>
  );
}

/** The browsers that are logged in. */
export function Sessions(): ReactElement {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => request<{ sessions: Session[] }>('GET', '/api/sessions'),
  });
  const refresh = async (): Promise<void> => client.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: async (id: string) => request<null>('DELETE', `/api/sessions/${id}`),
    onSuccess: refresh,
  });
  const endOthers = useMutation({
    mutationFn: async () => request<null>('DELETE', '/api/sessions?except=current'),
    onSuccess: refresh,
  });
  return (
    <section className="panel" aria-labelledby="browsers">
      <header>
        <h2 id="browsers">Logged-in browsers</h2>
        <button className="button push" type="button" onClick={() => endOthers.mutate()}>
          Log out all others
        </button>
      </header>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      <ProblemNotice error={end.error ?? endOthers.error} />
      {list.data === undefined ? (
        <p className="quiet">{list.isError ? 'The browsers could not be loaded.' : 'Loading …'}</p>
      ) : (
        <div className="scroll" tabIndex={0} role="group" aria-label="Browsers">
          <table className="table">
            <caption className="hidden-visually">Browsers</caption>
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">From</th>
                <th scope="col">Last used</th>
                <th scope="col">Logged in</th>
                <th scope="col">
                  <span className="hidden-visually">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={(id) => end.mutate(id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
