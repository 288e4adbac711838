import type { Activity as Page, SecurityEvent, SecurityEventKind } from '@perimeter/contract/account/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { clean, Link, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { request } from '../lib/request.ts';

const words: Readonly<Record<SecurityEventKind, string>> = {
  account_created: 'Account created',
  logged_in: 'Logged in',
  logged_out: 'Logged out',
  sessions_ended: 'Other browsers logged out',
  password_wrong: 'Wrong password',
  second_factor_wrong: 'Wrong code or passkey',
  recovery_code_used: 'Recovery code used',
  password_changed: 'Password changed',
  password_reset_requested: 'Link for a new password requested',
  password_reset: 'Password set with a link',
  email_change_requested: 'New e-mail address requested',
  email_confirmed: 'E-mail address confirmed',
  email_changed: 'E-mail address changed',
  application_added: 'Authenticator application added',
  application_removed: 'Authenticator application removed',
  second_factors_removed: 'All second factors removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_renewed: 'Recovery codes replaced',
  key_created: 'API key created',
  key_rotated: 'API key rotated',
  key_revoked: 'API key revoked',
  deletion_requested: 'Deletion of the account requested',
  account_kept: 'Account kept',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  plan_changed: 'Plan changed',
};

/** What somebody else may have done, or tried. */
const isWrong = (kind: SecurityEventKind): boolean => kind.endsWith('_wrong');

const Row = ({ event: { kind, at, network, detail, userAgent } }: { event: SecurityEvent }): ReactElement => (
  <tr>
    <th scope="row" className="nowrap">
      {words[kind]} {isWrong(kind) ? <span className="tag off">refused</span> : null}
    </th>
    <td className="nowrap">
      <Time at={at} />
    </td>
    <td className="small">{clean(detail, 200)}</td>
    <td className="mono nowrap">{network === 'operator' ? 'the operator' : clean(network, 64)}</td>
    <td className="small">{userAgent === '' ? 'unknown' : clean(userAgent, 200)}</td>
  </tr>
);

const Table = ({ events }: { events: readonly SecurityEvent[] }): ReactElement => (
  <div className="scroll" tabIndex={0} role="group" aria-label="Recent activity">
    <table className="table">
      <caption className="hidden-visually">Recent activity, newest first</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
          <th scope="col">Detail</th>
          <th scope="col">From</th>
          <th scope="col">Browser or program</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  </div>
);

/** Who logged in to the account and changed it, or tried, and from where. */
export function Activity(): ReactElement {
  const list = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: async ({ pageParam }) =>
      request<Page>('GET', `/api/account/activity${pageParam === '' ? '' : `?cursor=${pageParam}`}`),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const pages = list.data?.pages ?? [];
  return (
    <section className="panel" aria-labelledby="activity">
      <header>
        <h2 id="activity">Log-ins and changes</h2>
      </header>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      {list.data === undefined ? (
        <p className="quiet">{list.isError ? 'The activity could not be loaded.' : 'Loading …'}</p>
      ) : (
        <>
          <Table events={pages.flatMap(({ events }) => events)} />
          <p className="small quiet">
            Kept for {pages[0]?.keptDays ?? 0} days. Is something here not yours?{' '}
            <Link to="/settings/account">Change the password</Link>, then{' '}
            <Link to="/settings/sessions">log out all other browsers</Link> and{' '}
            <Link to="/settings/keys">revoke keys</Link>.
          </p>
        </>
      )}
      {list.hasNextPage ? (
        <p>
          <button
            className="button"
            type="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Older
          </button>
        </p>
      ) : null}
    </section>
  );
}
