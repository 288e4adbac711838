import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { clean, Notice } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { useFrame } from '../lib/frame.ts';
import { request } from '../lib/request.ts';

/** Where the link went that confirms the address of the account, and another one on request; nothing once it is confirmed. */
export function Unconfirmed(): ReactElement | null {
  const { viewer } = useFrame();
  const again = useMutation({ mutationFn: async () => request<null>('POST', '/api/account/confirmation') });
  if (viewer === null || viewer.isConfirmed) return null;
  return (
    <section className="panel" aria-labelledby="unconfirmed">
      <header>
        <h2 id="unconfirmed">Confirm your e-mail address</h2>
      </header>
      <p>
        We sent a link to <b className="break">{clean(viewer.email, 254)}</b>. Open it within 24 hours: until then, this
        account starts no audits and creates no API keys. Without a mail server, the operator finds the link in the log
        of the service.
      </p>
      <ProblemNotice error={again.error} />
      <div role="status">
        {again.isSuccess ? (
          <Notice title="A new link was sent" tone="good" icon="check">
            The previous one no longer works.
          </Notice>
        ) : null}
      </div>
      <p>
        <button className="button" type="button" disabled={again.isPending} onClick={() => again.mutate()}>
          Send the link again
        </button>
      </p>
    </section>
  );
}
