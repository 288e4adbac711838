import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { answerProblem } from './problems.ts';
import { requestUrl } from './request-url.ts';

/** The route for requests whose target cannot be parsed; no real route has this name. */
const malformedPath = '/malformed-target';

function isReadable(target: string): boolean {
  if (target === '*') return true;
  if (!target.startsWith('/') && !URL.canParse(target)) return false;
  if (!target.includes('%')) return true;
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A target that the router can parse; it would answer others itself, without any hook. */
export const readableTarget = ({ url = '/' }: { url?: string | undefined }): string =>
  isReadable(url) ? url : malformedPath;

const matches = (expected: readonly string[], given: readonly string[]): boolean =>
  expected.length === given.length &&
  expected.every((part, n) => (part.startsWith(':') ? given[n] !== '' : part === given[n]));

/**
 * Refuses an unknown path with 404, and other methods of a known path with 405 and Allow, before the body is read, also
 * if a parameterized pattern matches the path. Runs after the rate limits, so that path scans are counted.
 */
export function addUnknownRoutes(http: Http): void {
  const methods = new Map<string, Set<string>>();
  http.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  const refusalOf = (request: FastifyRequest): AppError => {
    const { pathname } = requestUrl(request);
    if (pathname === malformedPath) return new AppError('invalid_request', { detail: 'The path is not well-formed' });
    const given = pathname.split('/');
    const known = methods.get(pathname) ?? [...methods].find(([pattern]) => matches(pattern.split('/'), given))?.[1];
    const allow = { headers: { allow: [...(known ?? [])].toSorted().join(', ') } };
    return known === undefined ? new AppError('not_found') : new AppError('method_not_allowed', allow);
  };
  // A fixed path that a pattern would match for other methods, such as /api/audit/start for /api/audit/:id.
  const covered = new Set<string>();
  http.addHook('onReady', async () => {
    const paths = [...methods.keys()].map((path) => ({ path, parts: path.split('/') }));
    const [patterns = [], fixed = []] = [true, false].map((has) =>
      paths.filter((one) => one.path.includes(':') === has),
    );
    for (const { path, parts } of fixed)
      if (patterns.some((pattern) => matches(pattern.parts, parts))) covered.add(path);
  });
  const isMisled = ({ facts, url }: FastifyRequest): boolean =>
    facts.pattern !== null && covered.has(url.split('?', 1)[0] ?? '') && !covered.has(facts.pattern);
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || isMisled(request)) done(refusalOf(request));
    else done();
  });
  http.setNotFoundHandler((request, reply) => answerProblem(refusalOf(request), request, reply));
}
