import type { ShownFactor } from '@perimeter/contract/account/second-factor';
import type { Problem } from '@perimeter/contract/problem';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { CodeField, Form } from '../components/form.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { askPasskey, hasPasskeys } from '../lib/passkeys.ts';
import { RequestError } from '../lib/request.ts';

interface ProofProps {
  asked: Problem;
  error: Error | null;
  isBusy: boolean;
  /** What the button of the code says. */
  action: string;
  onShow: (shown: ShownFactor) => void;
  onCancel: () => void;
}

/** Asks for the second factor of the account: a passkey where it has one, and a code. */
function Proof({ asked, error, isBusy, action, onShow, onCancel }: ProofProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { passkeyRequest, factors = [] } = asked;
  const show = useMutation({
    mutationFn: async (options: PublicKeyCredentialRequestOptionsJSON) => askPasskey(options),
    onSuccess: (passkey) => onShow({ passkey }),
  });
  const hint = factors.includes('code')
    ? 'Six digits of your authenticator application, or a recovery code.'
    : 'A recovery code, where you do not have the passkey.';
  return (
    <section className="proof" aria-labelledby="proof">
      <h2 id="proof" ref={heading} tabIndex={-1}>
        Confirm with your second factor
      </h2>
      <ProblemNotice error={show.error} />
      {passkeyRequest === undefined || !hasPasskeys() ? null : (
        <p>
          <button
            className="button primary wide"
            type="button"
            disabled={isBusy || show.isPending}
            onClick={() => show.mutate(passkeyRequest)}
          >
            Use a passkey
          </button>
        </p>
      )}
      <Form action={action} isBusy={isBusy} error={error} onSend={({ code = '' }) => onShow({ code })}>
        <CodeField hint={hint} />
      </Form>
      <p>
        <button className="button" type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </section>
  );
}

const codeOf = (error: Error | null): string => (error instanceof RequestError ? error.problem.code : '');

/** Something that is sent, and where the service asks for the second factor sent again with it. */
export interface Proven<Values, Answer> {
  sending: UseMutationResult<Answer, Error, Values & ShownFactor>;
  send: (values: Values) => void;
  /** What to show in place of the form while the second factor is asked for. */
  proof: ReactElement | null;
  /** What went wrong with what was sent, apart from that. */
  error: Error | null;
}

/** Sends something that may need the second factor. */
export function useProven<Values extends object, Answer>(
  action: string,
  sendWith: (values: Values & ShownFactor) => Promise<Answer>,
  onSuccess?: (answer: Answer) => unknown,
): Proven<Values, Answer> {
  const [asked, setAsked] = useState<{ values: Values; problem: Problem; failure: Error | null } | null>(null);
  const sending = useMutation<Answer, Error, Values & ShownFactor>({
    mutationFn: async (values) => sendWith(values),
    onSuccess: async (answer) => {
      setAsked(null);
      await onSuccess?.(answer);
    },
  });
  const sendThese = (values: Values, shown: ShownFactor, failure: Error | null): void =>
    sending.mutate(
      { ...values, ...shown },
      {
        onError: (error) => {
          if (error instanceof RequestError && codeOf(error) === 'second_factor_required')
            setAsked({ values, problem: error.problem, failure });
          // The challenge is used up: another one comes with the refusal of nothing.
          else if (codeOf(error) === 'second_factor_failed') sendThese(values, {}, error);
          else if (codeOf(error) !== 'rate_limited') setAsked(null);
        },
      },
    );
  const isAsking = ['second_factor_required', 'second_factor_failed'].includes(codeOf(sending.error));
  const proof =
    asked === null ? null : (
      <Proof
        key={asked.problem.requestId}
        asked={asked.problem}
        error={asked.failure ?? (isAsking ? null : sending.error)}
        isBusy={sending.isPending}
        action={action}
        onShow={(shown) => sendThese(asked.values, shown, null)}
        onCancel={() => setAsked(null)}
      />
    );
  return { sending, send: (values) => sendThese(values, {}, null), proof, error: isAsking ? null : sending.error };
}
