import type { AddedPasskey, Passkey, PasskeyList } from '@perimeter/contract/passkey';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Field, Form, PasswordField, type Values } from '../components/form.tsx';
import { clean, Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { day } from '../lib/format.ts';
import { useFrame } from '../lib/frame.ts';
import { createPasskey, hasPasskeys } from '../lib/passkeys.ts';
import { request } from '../lib/request.ts';
import { useProven } from './proof.tsx';

const path = '/api/account/passkeys';

/** Password, then the second factor where there is one, then the browser's own dialog. */
function AddPasskey({ onAdded }: { onAdded: (added: AddedPasskey) => void }): ReactElement {
  const adding = useProven(
    'Go on',
    async ({ name, ...proof }: Values) => {
      const options = await request<PublicKeyCredentialCreationOptionsJSON>('POST', `${path}/options`, proof);
      return request<AddedPasskey>('POST', path, { name, answer: await createPasskey(options) });
    },
    onAdded,
  );
  return (
    adding.proof ?? (
      <Form action="Add the passkey" isBusy={adding.sending.isPending} error={adding.error} onSend={adding.send}>
        <Field label="Name" name="name" autoComplete="off" hint="Where it is, such as laptop or key on the desk" />
        <PasswordField label="Current password" name="currentPassword" />
      </Form>
    )
  );
}

interface RowProps {
  passkey: Passkey;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

function Row({ passkey, onRename, onRemove }: RowProps): ReactElement {
  const name = clean(passkey.name, 100);
  return (
    <tr>
      <th scope="row">
        {name} {passkey.isSynced ? <span className="tag">synced</span> : null}
      </th>
      <td className="nowrap">{day(passkey.createdAt)}</td>
      <td>{passkey.lastUsedAt === null ? 'never' : <Time at={passkey.lastUsedAt} />}</td>
      <td className="end">
        <span className="row">
          <button className="button tiny" type="button" aria-label={`Rename ${name}`} onClick={() => onRename(passkey)}>
            Rename
          </button>
          <button
            className="button tiny danger"
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(passkey)}
          >
            Remove
          </button>
        </span>
      </td>
    </tr>
  );
}

const Table = ({ passkeys, ...acts }: PasskeyList & Omit<RowProps, 'passkey'>): ReactElement => (
  <div className="scroll" tabIndex={0} role="group" aria-label="Passkeys">
    <table className="table">
      <caption className="hidden-visually">Passkeys</caption>
      <thead>
        <tr>
          <th scope="col">Passkey</th>
          <th scope="col">Added</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="hidden-visually">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} {...acts} />
        ))}
      </tbody>
    </table>
  </div>
);

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => Promise<void> }): ReactElement {
  const rename = useMutation({
    mutationFn: async ({ name }: Values) => request<Passkey>('PATCH', `${path}/${passkey.id}`, { name }),
    onSuccess: onDone,
  });
  return (
    <Form action="Rename" isBusy={rename.isPending} error={rename.error} onSend={(values) => rename.mutate(values)}>
      <Field label="Name of the passkey" name="name" autoComplete="off" defaultValue={passkey.name} />
    </Form>
  );
}

function Remove({ passkey, onDone }: { passkey: Passkey; onDone: () => Promise<void> }): ReactElement {
  const removing = useProven(
    'Remove the passkey',
    async (values: Values) => request<null>('DELETE', `${path}/${passkey.id}`, values),
    onDone,
  );
  return (
    removing.proof ?? (
      <Form
        action={`Remove ${clean(passkey.name, 100)}`}
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

/** The passkeys of the account: added, named, removed. */
export function Passkeys({ onCodes }: { onCodes: (codes: readonly string[]) => void }): ReactElement {
  const client = useQueryClient();
  const { passkeys: isOffered } = useFrame();
  const [does, setDoes] = useState<{ act: 'rename' | 'remove'; passkey: Passkey } | 'add' | null>(null);
  const list = useQuery({ queryKey: ['passkeys'], queryFn: async () => request<PasskeyList>('GET', path) });
  const refresh = async (): Promise<void> => {
    setDoes(null);
    await client.invalidateQueries({ queryKey: ['passkeys'] });
    await client.invalidateQueries({ queryKey: ['second-factor'] });
  };
  const added = async ({ recoveryCodes }: AddedPasskey): Promise<void> => {
    if (recoveryCodes !== null) onCodes(recoveryCodes);
    await refresh();
  };
  const passkeys = list.data?.passkeys ?? [];
  return (
    <>
      <h3>Passkeys</h3>
      <p className="small">
        A passkey is kept by this device, a security key or a password manager. It logs in without the password, or
        stands beside it, and works on no other site.
      </p>
      <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      {passkeys.length === 0 ? null : (
        <Table
          passkeys={passkeys}
          onRename={(passkey) => setDoes({ act: 'rename', passkey })}
          onRemove={(passkey) => setDoes({ act: 'remove', passkey })}
        />
      )}
      {!isOffered ? (
        <Notice title="Passkeys are not available here">
          The operator of this service has to set its public address to an https URL first.
        </Notice>
      ) : !hasPasskeys() ? (
        <Notice title="This browser has no passkeys" />
      ) : does === 'add' ? (
        <AddPasskey onAdded={(one) => void added(one)} />
      ) : (
        <p>
          <button className="button" type="button" onClick={() => setDoes('add')}>
            Add a passkey
          </button>
        </p>
      )}
      {does === null || does === 'add' ? null : does.act === 'rename' ? (
        <Rename key={does.passkey.id} passkey={does.passkey} onDone={refresh} />
      ) : (
        <Remove key={does.passkey.id} passkey={does.passkey} onDone={refresh} />
      )}
    </>
  );
}
