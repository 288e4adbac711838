import type { ReactElement } from 'react';
import { counted } from '../lib/format.ts';
import { PasskeyError } from '../lib/passkeys.ts';
import { RequestError } from '../lib/request.ts';
import { Notice } from './parts.tsx';

/** Why a request was refused, and what to do: the mistakes of its fields first. */
export function ProblemNotice({
  error,
  onRetry,
}: {
  error: Error | null;
  /** Asks again; offered where that can help. */
  onRetry?: () => void;
}): ReactElement | null {
  if (error === null) return null;
  if (error instanceof PasskeyError)
    return (
      <div role="alert">
        <Notice title={error.message} tone="medium" icon="warn" />
      </div>
    );
  if (!(error instanceof RequestError)) return <Notice title="Something went wrong" tone="critical" icon="warn" />;
  const { title, detail, errors, code, requestId } = error.problem;
  const messages = errors?.map(({ message }) => message) ?? [];
  const wait = error.retryAfterSeconds === null ? '' : ` Try again in ${counted(error.retryAfterSeconds, 'second')}.`;
  return (
    <div role="alert">
      <Notice title={messages.length > 0 ? messages.join('; ') : title} tone="critical" icon="warn">
        {messages.length > 0 ? '' : (detail ?? '')}
        {wait}
        <span className="small quiet">
          {' '}
          Code {code}
          {requestId === '' ? '' : `, request id ${requestId}`}
        </span>
      </Notice>
      {onRetry === undefined || !error.problem.retryable ? null : (
        <p className="row">
          <button className="button" type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
