import type { SessionState } from '@perimeter/contract/account/session';
import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Field, Form, PasswordField, type Values } from '../components/form.tsx';
import { Link, Notice } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { useFrame } from '../lib/frame.ts';
import { askPasskey, hasPasskeys } from '../lib/passkeys.ts';
import { goTo, request } from '../lib/request.ts';
import { useProven } from './proof.tsx';
import { Unconfirmed } from './unconfirmed.tsx';

/** Where somebody wanted to go before logging in: a path of this service and nothing else. */
function wanted(): string {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  return /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : '/';
}

/** Logs in with a passkey alone: the browser offers those that it has for this site. */
function PasskeySignIn(): ReactElement {
  const signIn = useMutation({
    mutationFn: async () => {
      const options = await request<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/session/passkey/options');
      return request<SessionState>('POST', '/api/session/passkey', { passkey: await askPasskey(options) });
    },
    onSuccess: () => goTo(wanted()),
  });
  return (
    <>
      <ProblemNotice error={signIn.error} />
      <p>
        <button className="button wide" type="button" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
          Log in with a passkey
        </button>
      </p>
    </>
  );
}

/** Logs in; one error for both fields, so that nobody learns which accounts exist. */
export function SignIn(): ReactElement {
  const { signup, passkeys } = useFrame();
  const signIn = useProven(
    'Log in',
    async (values: Values) => request<SessionState>('POST', '/api/session', values),
    () => goTo(wanted()),
  );
  if (signIn.proof !== null)
    return (
      <>
        {signIn.proof}
        <p className="small quiet">
          Without all of them, the operator of this service can remove the second factor of your account.
        </p>
      </>
    );
  return (
    <>
      <Form action="Log in" isBusy={signIn.sending.isPending} error={signIn.error} onSend={signIn.send}>
        <Field label="E-mail address" name="email" type="email" autoComplete="username" />
        <PasswordField label="Password" name="password" />
      </Form>
      {passkeys && hasPasskeys() ? <PasskeySignIn /> : null}
      <p className="small row">
        <Link to="/reset-password">Forgotten password</Link>
        {signup === 'open' ? <Link to="/sign-up">Sign up</Link> : null}
        {signup === 'setup' ? <Link to="/setup">Set up this service</Link> : null}
      </p>
      {signup === 'closed' ? (
        <p className="small quiet">Accounts on this service are created by its operator.</p>
      ) : null}
    </>
  );
}

/** The token of a link; it leaves the address at once. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/** Makes an account; the first one with the setup token. */
export function SignUp({ withToken }: { withToken: boolean }): ReactElement {
  const { signup, viewer } = useFrame();
  const [token] = useState(takeToken);
  const signUp = useMutation({
    mutationFn: async ({ email, password, setupToken }: Values) =>
      request<SessionState>('POST', '/api/account', {
        email,
        password,
        ...(withToken ? { setupToken: setupToken?.trim() } : {}),
      }),
    onSuccess: ({ account }) =>
      goTo(account?.isConfirmed === false ? '/confirm-email' : withToken ? '/?welcome=yes' : wanted()),
  });
  if (viewer !== null) return <Notice title={`You are logged in as ${viewer.email}`} />;
  if (withToken && signup !== 'setup')
    return (
      <Notice title="This service is already set up">
        <Link to="/sign-in">Log in</Link> instead.
      </Notice>
    );
  if (!withToken && signup !== 'open')
    return <Notice title="Sign-up is disabled">Ask the operator of this service for an account.</Notice>;
  return (
    <Form
      action={withToken ? 'Create the first account' : 'Sign up'}
      isBusy={signUp.isPending}
      error={signUp.error}
      onSend={(values) => signUp.mutate(values)}
    >
      {withToken ? (
        <Field
          label="Setup token"
          name="setupToken"
          autoComplete="off"
          defaultValue={token}
          hint="The service printed it when it started. It works once."
        />
      ) : null}
      <Field label="E-mail address" name="email" type="email" autoComplete="username" />
      <PasswordField label="Password" name="password" isNew />
    </Form>
  );
}

function AskForLink(): ReactElement {
  const ask = useMutation({
    mutationFn: async ({ email }: Values) => request<null>('POST', '/api/account/password-reset', { email }),
  });
  if (ask.isSuccess)
    return (
      <Notice title="Check your mail" tone="good" icon="check">
        If there is an account with this address, a link is on its way. It works once, for 30 minutes. Without a mail
        server, the operator finds the link in the log of the service.
      </Notice>
    );
  return (
    <Form action="Send a link" isBusy={ask.isPending} error={ask.error} onSend={(values) => ask.mutate(values)}>
      <Field label="E-mail address" name="email" type="email" autoComplete="username" />
    </Form>
  );
}

/** Asks for a link, or sets a new password with one. */
export function ResetPassword(): ReactElement {
  const [token] = useState(takeToken);
  const confirm = useMutation({
    mutationFn: async ({ newPassword }: Values) =>
      request<null>('POST', '/api/account/password-reset/confirm', { token, newPassword }),
  });
  if (token === '') return <AskForLink />;
  if (confirm.isSuccess)
    return (
      <Notice title="The new password is set" tone="good" icon="check">
        All sessions were ended. <Link to="/sign-in">Log in</Link>
      </Notice>
    );
  return (
    <>
      <Form
        action="Set the password"
        isBusy={confirm.isPending}
        error={confirm.error}
        onSend={(values) => confirm.mutate(values)}
      >
        <PasswordField label="New password" name="newPassword" isNew />
      </Form>
      <p className="small">
        <Link to="/reset-password">Ask for another link</Link>
      </p>
    </>
  );
}

/** Confirms the address of an account. A press of the button does it: programs that follow links confirm nothing. */
export function ConfirmEmail(): ReactElement {
  const { viewer } = useFrame();
  const [token] = useState(takeToken);
  const confirm = useMutation({
    mutationFn: async () => request<null>('POST', '/api/account/email/confirm', { token }),
  });
  if (token === '' && viewer?.isConfirmed === false) return <Unconfirmed />;
  if (token === '')
    return (
      <Notice title="This link is incomplete" tone="medium" icon="warn">
        Open the link in the message again, or copy all of it. It works once; the{' '}
        <Link to="/settings/account">account settings</Link> send a new one.
      </Notice>
    );
  if (confirm.isSuccess)
    return (
      <Notice title="The address is confirmed" tone="good" icon="check">
        Use it to log in from now on. <Link to="/">Audit a domain</Link> or{' '}
        <Link to="/settings/keys">create an API key</Link>.
      </Notice>
    );
  return <Form action="Confirm" isBusy={confirm.isPending} error={confirm.error} onSend={() => confirm.mutate()} />;
}
