import { problem } from '@perimeter/contract/problem';
import { safeText } from '@perimeter/report/safe-text';
import { ServiceError } from './service-error.ts';

/** A service's answer, with a limited body. */
export interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** The JSON of an answer; undefined if it is none. */
export function jsonOf({ body }: Pick<ServiceAnswer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const clipped = (text: string): string => safeText(text, { maxLength: 300 });

/** The problem in an answer (RFC 9457), if it is one of this service's. */
export const problemOf = (answer: Pick<ServiceAnswer, 'body'>): ReturnType<typeof problem.parse> | null => {
  const read = problem.safeParse(jsonOf(answer));
  return read.success ? read.data : null;
};

const dayOf = (ms: number): string =>
  Number.isFinite(new Date(ms).getTime()) ? new Date(ms).toISOString().slice(0, 10) : '';

type ServiceProblem = NonNullable<ReturnType<typeof problemOf>>;

/** What the service says beyond the title; without a detail, the mistakes that it lists. */
const detailOf = ({ detail, errors = [] }: ServiceProblem): string =>
  detail ?? errors.map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`)).join('; ');

function textOf(answered: ServiceProblem): string {
  const { title, code, resetsAt, latestAudit, requestId } = answered;
  const detail = detailOf(answered);
  const more = detail === '' || detail === title ? '' : `: ${clipped(detail)}`;
  const reset = resetsAt === undefined ? '' : `; credits are back on ${dayOf(resetsAt)}`;
  const latest = latestAudit === undefined ? '' : `; the latest audit is ${clipped(latestAudit.id)}`;
  return `${clipped(title)}${more}${reset}${latest} [${clipped(code)}, request ${clipped(requestId)}]`;
}

/** The error for an answer other than the expected one. */
export function refusalOf(what: string, answer: ServiceAnswer): ServiceError {
  const { status } = answer;
  if (status >= 300 && status < 400)
    return new ServiceError(
      'service_unreachable',
      `Cannot ${what}: the service redirects, and the key is not sent to another address. Use the final address with --server`,
    );
  const told = problemOf(answer);
  if (told === null)
    return new ServiceError(
      status === 429 ? 'service_refused' : 'service_unreachable',
      `Cannot ${what}: status ${status} without an error of Perimeter. Check the address of the service`,
    );
  const code = status >= 500 || status === 408 ? 'service_unreachable' : 'service_refused';
  return new ServiceError(code, `Cannot ${what}: ${textOf(told)}`);
}
