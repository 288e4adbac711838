import { problems, type Problem, type ProblemCode } from '@perimeter/contract/problem';
import type { PasskeyRequest } from '@perimeter/contract/passkey';
import type { AuditStatus } from '@perimeter/contract/audit';
import { isDatabaseAway } from '../database/away.ts';
import { mistakeText } from './mistake-text.ts';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** One error in a request: its place as a JSON Pointer (RFC 6901), and a message. */
export interface RequestMistake {
  pointer: string;
  message: string;
  /** A code from a closed list, for programs. */
  reason?: string;
  /** A domain that may have been meant, built from the parsed input and never a copy of it. */
  suggestion?: string;
}

/** Details of a problem besides its code. */
export interface ProblemDetails {
  detail?: string;
  errors?: RequestMistake[];
  auditStatus?: AuditStatus;
  /** The audited domain, so that a page can offer to audit it again. */
  domain?: string;
  /** The latest result of a target that is busy. */
  latestAudit?: { id: string; endedAt: number; report: string };
  /** For a login that requires a second factor: the account's factors, and a challenge for its passkeys. */
  factors?: ('code' | 'passkey')[];
  passkeyRequest?: PasskeyRequest;
  /** When the next month's credits become available, in epoch milliseconds. */
  resetsAt?: number;
  /** Header fields of the answer, such as Allow or Retry-After. */
  headers?: Readonly<Record<string, string>>;
}

/** Any error that the service answers deliberately: a code from the closed table, and nothing that a caller sent. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(problems[code].title);
    this.code = code;
    this.details = details;
  }
}

const codesOfFastify: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
};

/** What to send instead, where the title does not say it. */
const advice: Readonly<Partial<Record<ProblemCode, ProblemDetails>>> = {
  unsupported_media_type: { detail: 'Send JSON with the header Content-Type: application/json' },
};

const textOf = (error: object, key: string): string => String(Reflect.get(error, key) ?? '');

/** Recognizes the framework's own client errors, including those of later versions. */
const isRefusal = (error: object): boolean =>
  textOf(error, 'code').startsWith('FST_ERR_') && /^4\d\d$/.test(textOf(error, 'statusCode'));

// A pointer contains member names that the caller sent: repeat it only if no name can carry an injection.
const sanePointer = /^(\/[A-Za-z0-9_-]{1,64}){1,4}$/;

function mistakesOf(
  issues: readonly { instancePath: string; keyword: string; message?: string | undefined; params: unknown }[],
): RequestMistake[] {
  return issues.flatMap(({ instancePath, keyword, message, params }) => {
    if (keyword !== 'unrecognized_keys') {
      return [{ pointer: instancePath === '/' ? '' : instancePath, message: mistakeText(keyword, params, message) }];
    }
    const keys = typeof params === 'object' && params !== null ? Reflect.get(params, 'keys') : [];
    const names: unknown[] = Array.isArray(keys) ? keys : [];
    const pointers = names.slice(0, 16).map((name) => `/${String(name)}`);
    return pointers.map((pointer) => ({
      pointer: sanePointer.test(pointer) ? pointer : '',
      message: 'Unknown parameter',
    }));
  });
}

/** The AppError for any error; unexpected ones become internal_error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (typeof error !== 'object' || error === null) return new AppError('internal_error');
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new AppError('invalid_request', { errors: mistakesOf(error.validation) });
  }
  const code = textOf(error, 'code');
  const known = codesOfFastify[code] ?? (isRefusal(error) ? 'invalid_request' : undefined);
  if (known !== undefined) return new AppError(known, advice[known]);
  if (isDatabaseAway(error)) {
    return new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
  }
  return new AppError('internal_error');
}

/** Problem JSON of an error (RFC 9457). */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, title, retryable } = problems[error.code];
  const { detail, errors, auditStatus, latestAudit, factors, passkeyRequest, resetsAt } = error.details;
  return {
    type: 'about:blank',
    title,
    status,
    code: error.code,
    requestId,
    retryable,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
    ...(auditStatus === undefined ? {} : { auditStatus }),
    ...(latestAudit === undefined ? {} : { latestAudit }),
    ...(factors === undefined ? {} : { factors }),
    ...(passkeyRequest === undefined ? {} : { passkeyRequest }),
    ...(resetsAt === undefined ? {} : { resetsAt }),
  };
}
