import { passwordBounds, passwordLength } from '@perimeter/contract/account/password-length';
import { createContext, type FormEvent, type ReactElement, type ReactNode, useContext, useId, useState } from 'react';
import { reasonsOf } from '../lib/field-reasons.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Why fields of the form were refused, by their names. */
const FieldReasons = createContext<ReadonlyMap<string, string>>(new Map());

const Reason = ({ id, text }: { id: string; text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <p className="refusal" id={id}>
      {text}
    </p>
  );

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email';
  autoComplete: string;
  hint?: string;
  defaultValue?: string;
  required?: boolean;
}

/** A field with its label, its hint and the reason for which it was refused. */
export function Field({
  label,
  name,
  type = 'text',
  autoComplete,
  hint,
  defaultValue,
  required = true,
}: FieldProps): ReactElement {
  const id = useId();
  const reason = useContext(FieldReasons).get(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={required}
        defaultValue={defaultValue}
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={
          [...(reason === undefined ? [] : [`${id}-reason`]), ...(hint === undefined ? [] : [`${id}-hint`])].join(
            ' ',
          ) || undefined
        }
        aria-invalid={reason === undefined ? undefined : true}
      />
      <Reason id={`${id}-reason`} text={reason} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A password, which can be shown. */
export function PasswordField({
  label,
  name,
  isNew = false,
}: {
  label: string;
  name: string;
  isNew?: boolean;
}): ReactElement {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const reason = useContext(FieldReasons).get(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-button">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? passwordBounds.minLength : undefined}
          aria-describedby={
            [...(reason === undefined ? [] : [`${id}-reason`]), ...(isNew ? [`${id}-hint`] : [])].join(' ') || undefined
          }
          aria-invalid={reason === undefined ? undefined : true}
        />
        <button className="button" type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
      <Reason id={`${id}-reason`} text={reason} />
      {isNew ? (
        <p className="hint" id={`${id}-hint`}>
          {passwordLength}. A few random words are easy to remember and hard to guess.
        </p>
      ) : null}
    </div>
  );
}

/** A code of a second factor; telephones offer what they were just sent. */
export function CodeField({ hint, isTotp = false }: { hint: string; isTotp?: boolean }): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Code</label>
      <input
        id={id}
        name="code"
        className="mono"
        type="text"
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        required
        maxLength={64}
        aria-describedby={`${id}-hint`}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** The texts of a form by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

interface FormProps {
  action: string;
  isBusy: boolean;
  error: Error | null;
  onSend: (values: Values) => void;
  children?: ReactNode;
  danger?: boolean;
}

/** A form that is sent by script; while it is on its way it cannot be sent again. */
export function Form({ action, isBusy, error, onSend, children, danger = false }: FormProps): ReactElement {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onSend(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
  };
  return (
    <form className="form" onSubmit={send}>
      <ProblemNotice error={error} />
      <FieldReasons.Provider value={reasonsOf(error)}>{children}</FieldReasons.Provider>
      <p>
        <button
          className={`button ${danger ? 'danger' : 'primary'}`}
          type="submit"
          disabled={isBusy}
          aria-busy={isBusy}
        >
          {action}
        </button>
      </p>
    </form>
  );
}
