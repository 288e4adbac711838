import type { NewSecondFactor, RecoveryCodes, SecondFactor } from '@perimeter/contract/account/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { CodeField, Form, PasswordField, type Values } from '../components/form.tsx';
import { Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { request } from '../lib/request.ts';
import { CodeBlock, Copy } from './code-block.tsx';

const path = '/api/account/second-factor';

const QrCode = ({ qr: { size, path: d } }: Pick<NewSecondFactor, 'qr'>): ReactElement => (
  <svg
    className="qr"
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label="QR code of the secret for an authenticator application"
    shapeRendering="crispEdges"
  >
    <rect className="qr-ground" width={size} height={size} />
    <path className="qr-dark" d={d} />
  </svg>
);

/** A secret in groups of four, as people copy it by hand. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement {
  return (
    <>
      <Notice title="Keep these recovery codes now: they are shown only once" tone="medium" icon="warn">
        Each logs you in once, in place of a code of the application. Keep them where you keep what must not get lost.
      </Notice>
      <CodeBlock lines={codes} what="recovery codes" />
      <p>
        <button className="button primary" type="button" onClick={onDone}>
          I have kept them
        </button>
      </p>
    </>
  );
}

/** Password, then QR code and first code, then the recovery codes. */
function Enrol({ onCodes }: { onCodes: (codes: readonly string[]) => void }): ReactElement {
  const begin = useMutation({
    mutationFn: async ({ currentPassword }: Values) => request<NewSecondFactor>('POST', path, { currentPassword }),
  });
  const confirm = useMutation({
    mutationFn: async ({ code }: Values) => request<RecoveryCodes>('POST', `${path}/confirm`, { code }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (begin.data === undefined)
    return (
      <>
        <p className="small">
          Logging in then asks for a code of an authenticator application beside the password. API keys are not
          affected.
        </p>
        <Form action="Set up" isBusy={begin.isPending} error={begin.error} onSend={(values) => begin.mutate(values)}>
          <PasswordField label="Current password" name="currentPassword" />
        </Form>
      </>
    );
  const { secret, qr } = begin.data;
  return (
    <div className="enrol">
      <QrCode qr={qr} />
      <div>
        <p>Scan the code with an authenticator application, or type this secret:</p>
        <p className="row">
          <code className="break">{grouped(secret)}</code> <Copy text={secret} what="secret" />
        </p>
        <Form
          action="Turn on"
          isBusy={confirm.isPending}
          error={confirm.error}
          onSend={(values) => confirm.mutate(values)}
        >
          <CodeField hint="Six digits. Turning it on logs out all other browsers." isTotp />
        </Form>
      </div>
    </div>
  );
}

function Enabled({ data, onCodes }: { data: SecondFactor; onCodes: (codes: readonly string[]) => void }): ReactElement {
  const client = useQueryClient();
  const [does, setDoes] = useState<'renew' | 'remove' | null>(null);
  const renew = useMutation({
    mutationFn: async ({ currentPassword, code }: Values) =>
      request<RecoveryCodes>('POST', `${path}/recovery-codes`, { currentPassword, code }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const remove = useMutation({
    mutationFn: async ({ currentPassword, code }: Values) => request<null>('DELETE', path, { currentPassword, code }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['second-factor'] }),
  });
  const chosen = does === 'renew' ? renew : remove;
  return (
    <>
      <p className="small">
        On since {data.enabledAt === null ? null : <Time at={data.enabledAt} />}. Recovery codes left:{' '}
        <b>{data.recoveryCodesLeft}</b>
        {data.recoveryCodesLeft < 3 ? ', make new ones soon' : ''}.
      </p>
      <p className="row">
        <button className="button" type="button" aria-expanded={does === 'renew'} onClick={() => setDoes('renew')}>
          New recovery codes
        </button>
        <button
          className="button danger"
          type="button"
          aria-expanded={does === 'remove'}
          onClick={() => setDoes('remove')}
        >
          Turn off
        </button>
      </p>
      {does === null ? null : (
        <Form
          key={does}
          action={does === 'renew' ? 'Replace the recovery codes' : 'Turn off the second factor'}
          isBusy={chosen.isPending}
          error={chosen.error}
          danger={does === 'remove'}
          onSend={(values) => chosen.mutate(values)}
        >
          <PasswordField label="Password" name="currentPassword" />
          <CodeField hint="Six digits of the application, or a recovery code." />
        </Form>
      )}
    </>
  );
}

/** The second factor of the account: set up, shown, removed. */
export function SecondFactorPanel(): ReactElement {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const state = useQuery({ queryKey: ['second-factor'], queryFn: async () => request<SecondFactor>('GET', path) });
  const done = (): void => {
    setCodes(null);
    void client.invalidateQueries({ queryKey: ['second-factor'] });
  };
  return (
    <section className="panel" aria-labelledby="second-factor">
      <header>
        <h2 id="second-factor">Second factor</h2>
        {(state.data?.enabledAt ?? null) === null ? null : <span className="tag on">on</span>}
      </header>
      <ProblemNotice error={state.error} onRetry={() => void state.refetch()} />
      {codes !== null ? (
        <Codes codes={codes} onDone={done} />
      ) : state.data === undefined ? (
        <p className="quiet small">{state.isError ? 'The second factor could not be loaded.' : 'Loading …'}</p>
      ) : state.data.enabledAt === null ? (
        <Enrol onCodes={setCodes} />
      ) : (
        <Enabled data={state.data} onCodes={setCodes} />
      )}
    </section>
  );
}
