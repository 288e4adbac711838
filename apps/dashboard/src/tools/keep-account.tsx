import type { AccountDetails } from '@perimeter/contract/account/account';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { useFrame } from '../lib/frame.ts';
import { goTo, request } from '../lib/request.ts';

/** When the account is deleted, and a button that keeps it; nothing where nobody asked for its deletion. */
export function KeepAccount(): ReactElement | null {
  const { viewer } = useFrame();
  const keep = useMutation({
    mutationFn: async () => request<AccountDetails>('POST', '/api/account/keep'),
    onSuccess: () => goTo('/settings/account'),
  });
  const at = viewer?.deletesAt ?? null;
  if (at === null) return null;
  return (
    <section className="panel" aria-labelledby="keep">
      <header>
        <h2 id="keep">
          To be deleted on <Time at={at} />
        </h2>
      </header>
      <p>
        Until then the account can be read and exported; it starts and changes nothing, and its API keys and share links
        sleep. Afterwards it is gone with all its audits.
      </p>
      <ProblemNotice error={keep.error} />
      <p>
        <button className="button primary" type="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </button>
      </p>
    </section>
  );
}
