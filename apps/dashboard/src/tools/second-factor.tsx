import type { NewSecondFactor, RecoveryCodes, SecondFactor } from '@perimeter/contract/account/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { CodeField, Form, PasswordField, type Values } from '../components/form.tsx';
import { Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { request } from '../lib/request.ts';
import { Copy } from './code-block.tsx';
import { Passkeys } from './passkeys.tsx';
import { useProven } from './proof.tsx';
import { RecoveryCodeList } from './recovery-codes.tsx';

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

/** Password, then QR code and first code, then the recovery codes. */
function Enrol({ onCodes }: { onCodes: (codes: readonly string[]) => void }): ReactElement {
  const begin = useProven('Go on', async (values: Values) => request<NewSecondFactor>('POST', path, values));
  const confirm = useMutation({
    mutationFn: async ({ code }: Values) => request<RecoveryCodes>('POST', `${path}/confirm`, { code }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (begin.sending.data === undefined)
    return (
      begin.proof ?? (
        <Form action="Set up" isBusy={begin.sending.isPending} error={begin.error} onSend={begin.send}>
          <PasswordField label="Current password" name="currentPassword" />
        </Form>
      )
    );
  const { secret, qr } = begin.sending.data;
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

type OnCodes = (codes: readonly string[]) => void;

/** New recovery codes for those before. */
function Renew({ onCodes }: { onCodes: OnCodes }): ReactElement {
  const renewing = useProven(
    'Replace the recovery codes',
    async (values: Values) => request<RecoveryCodes>('POST', `${path}/recovery-codes`, values),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  return (
    renewing.proof ?? (
      <Form
        action="Replace the recovery codes"
        isBusy={renewing.sending.isPending}
        error={renewing.error}
        onSend={renewing.send}
      >
        <PasswordField label="Current password" name="currentPassword" />
      </Form>
    )
  );
}

function TurnOff({ onDone }: { onDone: () => void }): ReactElement {
  const removing = useProven(
    'Turn off the application',
    async (values: Values) => request<null>('DELETE', path, values),
    onDone,
  );
  return (
    removing.proof ?? (
      <Form
        action="Turn off the application"
        isBusy={removing.sending.isPending}
        error={removing.error}
        danger
        onSend={removing.send}
      >
        <PasswordField label="Current password" name="currentPassword" />
      </Form>
    )
  );
}

interface PartProps {
  data: SecondFactor;
  onCodes: OnCodes;
  onDone: () => void;
}

/** The authenticator application: set up, or turned off. */
function Application({ data: { enabledAt }, onCodes, onDone }: PartProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const name = enabledAt === null ? 'Set up an application' : 'Turn off the application';
  return (
    <>
      <h3>Authenticator application</h3>
      <p className="small">
        {enabledAt === null ? (
          'Shows a code of six digits that changes every 30 seconds, on a telephone for example.'
        ) : (
          <>
            On since <Time at={enabledAt} />.
          </>
        )}
      </p>
      {!isOpen ? (
        <p>
          <button
            className={`button ${enabledAt === null ? '' : 'danger'}`}
            type="button"
            onClick={() => setOpen(true)}
          >
            {name}
          </button>
        </p>
      ) : enabledAt === null ? (
        <Enrol onCodes={onCodes} />
      ) : (
        <TurnOff onDone={onDone} />
      )}
    </>
  );
}

/** The codes for when everything else is lost. */
function Recovery({ data: { recoveryCodesLeft }, onCodes }: Omit<PartProps, 'onDone'>): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>Recovery codes</h3>
      <p className="small">
        Left: <b>{recoveryCodesLeft}</b>
        {recoveryCodesLeft < 3 ? ', make new ones soon' : ''}.
      </p>
      {isOpen ? (
        <Renew onCodes={onCodes} />
      ) : (
        <p>
          <button className="button" type="button" onClick={() => setOpen(true)}>
            New recovery codes
          </button>
        </p>
      )}
    </>
  );
}

const isOn = ({ enabledAt, passkeys }: SecondFactor): boolean => enabledAt !== null || passkeys > 0;

/** Where the operator wants one: why administration is closed until then. */
const Required = (): ReactElement => (
  <Notice title="This service requires a second factor of its administrators" tone="medium" icon="warn">
    Set up a passkey or an application: administration is closed to you until then.
  </Notice>
);

/** The second factors of the account: set up, shown, removed. */
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
        {state.data !== undefined && isOn(state.data) ? <span className="tag on">on</span> : null}
      </header>
      <ProblemNotice error={state.error} onRetry={() => void state.refetch()} />
      {codes !== null ? (
        <RecoveryCodeList codes={codes} onDone={done} />
      ) : state.data === undefined ? (
        <p className="quiet small">{state.isError ? 'The second factor could not be loaded.' : 'Loading …'}</p>
      ) : (
        <div className="factors">
          {state.data.isRequired && !isOn(state.data) ? <Required /> : null}
          <p className="small">
            You then need it to log in, to create API keys, to change the address or password, and to delete the
            account. Existing API keys keep working.
          </p>
          <Passkeys onCodes={setCodes} />
          <Application key={String(state.data.enabledAt)} data={state.data} onCodes={setCodes} onDone={done} />
          {isOn(state.data) ? <Recovery data={state.data} onCodes={setCodes} /> : null}
        </div>
      )}
    </section>
  );
}
