import type { OptOutList } from '@perimeter/contract/account/administration';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Field, Form, type Values } from '../components/form.tsx';
import { clean } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { day } from '../lib/format.ts';
import { request } from '../lib/request.ts';

type OptOut = OptOutList['optOuts'][number];

const path = '/api/opt-outs';

const Table = ({ optOuts, onRemove }: OptOutList & { onRemove: (optOut: OptOut) => void }): ReactElement => (
  <div className="scroll" tabIndex={0} role="group" aria-label="Opt-outs">
    <table className="table">
      <caption className="hidden-visually">Domains and networks that are not audited, by name</caption>
      <thead>
        <tr>
          <th scope="col">Domain and all below it, or network</th>
          <th scope="col">Reason</th>
          <th scope="col">Since</th>
          <th scope="col">
            <span className="hidden-visually">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {optOuts.map((optOut) => (
          <tr key={optOut.domain}>
            <th scope="row" className="mono break">
              {clean(optOut.listedAs, 520)}
            </th>
            <td>{clean(optOut.reason, 500)}</td>
            <td className="nowrap">{day(optOut.createdAt)}</td>
            <td className="end">
              <button
                className="button tiny danger"
                type="button"
                aria-label={`Remove ${clean(optOut.listedAs, 520)}`}
                onClick={() => onRemove(optOut)}
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Domains and networks whose owners asked not to be audited. */
export function OptOuts(): ReactElement {
  const client = useQueryClient();
  const [added, setAdded] = useState(0);
  const list = useQuery({ queryKey: ['opt-outs'], queryFn: async () => request<OptOutList>('GET', path) });
  const refresh = async (): Promise<void> => client.invalidateQueries({ queryKey: ['opt-outs'] });
  const add = useMutation({
    mutationFn: async ({ domain, reason }: Values) => request<null>('POST', path, { domain, reason }),
    onSuccess: async () => {
      setAdded(added + 1);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: async (domain: string) => request<null>('DELETE', path, { domain }),
    onSuccess: refresh,
  });
  const ask = ({ domain, listedAs }: OptOut): void => {
    if (window.confirm(`Let ${listedAs} be audited again?`)) remove.mutate(domain);
  };
  const optOuts = list.data?.optOuts;
  return (
    <section className="panel" aria-labelledby="opt-outs">
      <header>
        <h2 id="opt-outs">Opt-outs</h2>
      </header>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      <ProblemNotice error={remove.error} />
      {optOuts === undefined ? (
        <p className="quiet">{list.isError ? 'The list could not be loaded.' : 'Loading …'}</p>
      ) : optOuts.length === 0 ? (
        <p className="quiet">Nobody has opted out.</p>
      ) : (
        <Table optOuts={optOuts} onRemove={ask} />
      )}
      <Form
        key={added}
        action="Opt out"
        isBusy={add.isPending}
        error={add.error}
        onSend={(values) => add.mutate(values)}
      >
        <Field
          label="Domain or network"
          name="domain"
          autoComplete="off"
          hint="Such as owner.net, 203.0.113.0/24 or 2001:db8::/32."
        />
        <Field label="Reason" name="reason" autoComplete="off" hint="Who asked, and when." />
      </Form>
    </section>
  );
}
