import type { Scope } from '@perimeter/contract/account/plan';
import type { NewApiKey } from '@perimeter/contract/account/key';
import { msPerDay } from '@perimeter/contract/durations';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Field, Form, type Values } from '../components/form.tsx';
import { keyRecipes, pipelines } from '../features/keys/recipes.ts';
import { useFrame } from '../lib/frame.ts';
import { request } from '../lib/request.ts';
import { CodeBlock, Copy } from './code-block.tsx';
import { useProven } from './proof.tsx';

const scopes: readonly (readonly [scope: Scope, about: string])[] = [
  ['audit:write', 'start and cancel audits'],
  ['audit:read', 'read audits, reports and PDFs'],
  ['account:read', 'read the usage'],
  ['team:admin', 'read the log of the team, invite and remove readers and auditors'],
];

/** A key right after it was made: the only time that it can be read. */
export function ShownKey({ made, onDone }: { made: NewApiKey; onDone: () => void }): ReactElement {
  const { origin, base } = useFrame();
  const service = `${origin}${base}`;
  return (
    <section className="panel shown-key" aria-labelledby="made">
      <header>
        <h2 id="made">Copy the key now</h2>
        <button className="button push" type="button" onClick={onDone}>
          I have copied it
        </button>
      </header>
      <p className="small">It is shown only once and not stored. If it is lost, rotate the key.</p>
      <div className="secret">
        <code>{made.key}</code>
        <Copy text={made.key} what="the key" />
      </div>
      <div className="stacks">
        {[...keyRecipes(service, made.key), ...pipelines(service)].map(({ name, lines }, index) => (
          <details key={name} name="recipe" open={index === 0}>
            <summary>{name}</summary>
            <CodeBlock lines={lines} what={name} />
          </details>
        ))}
      </div>
    </section>
  );
}

const bodyOf = (values: Values): object => {
  const days = Number(values['days'] ?? '');
  return {
    name: values['name'] ?? '',
    scopes: scopes.map(([scope]) => scope).filter((scope) => values[scope] === 'on'),
    ...(days > 0 ? { expiresAt: Date.now() + days * msPerDay } : {}),
  };
};

/** Makes a key: its name, what it may do, and when it ends. */
export function NewKey({ onMade }: { onMade: (made: NewApiKey) => void }): ReactElement {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const make = useProven(
    'Create the key',
    async (body: object) => request<NewApiKey>('POST', '/api/keys', body),
    async (made) => {
      setOpen(false);
      onMade(made);
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  );
  if (!isOpen)
    return (
      <button className="button primary" type="button" onClick={() => setOpen(true)}>
        New key
      </button>
    );
  if (make.proof !== null) return <div className="panel">{make.proof}</div>;
  return (
    <section className="panel" aria-labelledby="new-key">
      <header>
        <h2 id="new-key">New key</h2>
      </header>
      <Form
        action="Create the key"
        isBusy={make.sending.isPending}
        error={make.error}
        onSend={(values) => make.send(bodyOf(values))}
      >
        <Field label="Name" name="name" autoComplete="off" hint="Where it is used, such as github-actions" />
        <fieldset className="field">
          <legend className="label">Scopes</legend>
          {scopes.map(([scope, about]) => (
            <label key={scope} className="choice">
              <input type="checkbox" name={scope} defaultChecked={scope !== 'team:admin'} />
              <span>
                <code>{scope}</code> {about}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor="days">Expires</label>
          <select id="days" name="days" defaultValue="365">
            <option value="30">in 30 days</option>
            <option value="90">in 90 days</option>
            <option value="365">in a year</option>
            <option value="">never</option>
          </select>
        </div>
      </Form>
    </section>
  );
}
