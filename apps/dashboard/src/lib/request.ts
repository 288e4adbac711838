import type { Problem } from '@perimeter/contract/problem';

/** An answer of the API that refuses, or none at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: Problem;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(problem.title);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const unreachable: Problem = {
  type: 'about:blank',
  title: 'The service is unreachable',
  detail: 'Check the connection and try again.',
  status: 0,
  code: 'unreachable',
  requestId: '',
  retryable: true,
};

async function problemOf(answer: Response): Promise<Problem> {
  try {
    return await answer.json();
  } catch {
    return { ...unreachable, title: `The service answered ${answer.status}`, status: answer.status };
  }
}

const base = (): string => document.documentElement.dataset['base'] ?? '';

/** Asks the API; what it answers has the type that the contract says. Throws RequestError. */
export async function request<Answer>(
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(`${base()}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...more } }),
    });
  } catch {
    throw new RequestError(unreachable, null);
  }
  if (answer.ok) return answer.status === 204 || answer.status === 202 ? await emptyOf(answer) : answer.json();
  const wait = Number(answer.headers.get('retry-after'));
  throw new RequestError(await problemOf(answer), Number.isFinite(wait) && wait > 0 ? wait : null);
}

/** Answers without a body have none to read. */
async function emptyOf<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text();
  return JSON.parse(text === '' ? 'null' : text);
}

/** Leads the browser to a path of the service. */
export const goTo = (path: string): void => location.assign(`${base()}${path}`);
