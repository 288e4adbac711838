import { problem, problems, type ProblemCode } from '@perimeter/contract/problem';
import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Access, isSafe } from '../access/access.ts';
import { loopbackCookies, secureCookies } from '../../credentials/cookies.ts';
import { examples, type OperationExample } from './examples.data.ts';
import { limitOf } from '../route-facts.ts';
import { type LimitPolicy, limitPolicies, windowSeconds } from '../../rate-limits/policies.data.ts';

/** Facts of a route's configuration that are not in its schemas. */
export interface OperationFacts {
  access: Access;
  limit: LimitPolicy | null;
  /** Whether the route takes requests without the body that its schema describes. */
  isBodyOptional: boolean;
}

const media = z.record(z.string(), z.looseObject({}));
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.looseObject({ content: media }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: media.optional() })),
});
type Operation = z.infer<typeof operation>;

/** The document's paths, as far as they are completed here. */
export const documentPaths = z.record(z.string(), z.record(z.string(), operation));

/** How callers authenticate: by key, or by a browser's session. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: secureCookies.session.name,
    description: `Browser session; on http://localhost the cookie is named ${loopbackCookies.session.name}`,
  },
} as const;

const securityOf: Readonly<Record<Access['kind'], readonly object[]>> = {
  open: [],
  reader: [],
  visitor: [],
  optional: [{}, { bearer: [] }, { session: [] }],
  required: [{ bearer: [] }, { session: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

/** The plugin states every body as required. A file of any form (unknown) is: only its reader refuses that it is missing. */
const isOptional = (body: unknown): boolean =>
  body instanceof z.ZodType && !(body instanceof z.ZodUnknown) && body.safeParse(undefined).success;

/** The facts of a route, including the defaults of authentication and limits. */
export function factsOf({ url, method, config, schema }: RouteOptions): OperationFacts {
  const reads = isSafe(String(method));
  return {
    access: config?.access ?? { kind: 'optional', scope: reads ? 'audit:read' : 'audit:write' },
    limit: limitOf({ url, config }),
    isBodyOptional: isOptional(schema?.body),
  };
}

/** An operationId for generated clients, such as getAuditByIdReportPdf. */
export function operationIdOf(method: string, path: string): string {
  const words = path.split('/').filter((part) => part !== '' && part !== 'api');
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const named = words.map((word) =>
    word.startsWith('{') ? `By${capital(word.slice(1, -1))}` : word.split(/[-.]/).map(capital).join(''),
  );
  return method + named.join('');
}

/** Problems that any route of this kind can answer. */
function impliedProblems(method: string, { access, limit }: OperationFacts): ProblemCode[] {
  return [
    ...(access.kind === 'open' ? [] : (['unauthorized', 'insufficient_scope'] as const)),
    ...('scope' in access ? (['insufficient_role'] as const) : []),
    ...(isSafe(method.toUpperCase()) ? [] : (['forbidden_origin'] as const)),
    ...(limit === null ? [] : (['rate_limited'] as const)),
    // Any request may be malformed as HTTP, or arrive too slowly.
    ...(['invalid_request', 'headers_too_large', 'request_timeout', 'service_unavailable'] as const),
    ...(isSafe(method.toUpperCase()) ? [] : (['invalid_json', 'body_too_large', 'unsupported_media_type'] as const)),
  ];
}

const isCode = (text: string): text is ProblemCode => Object.hasOwn(problems, text);
const problemSchema = { $ref: `#/components/schemas/${z.globalRegistry.get(problem)?.id ?? ''}` };

/** The responses of an operation, with every problem listed by code under its status. */
function withProblems(responses: Operation['responses'], implied: readonly ProblemCode[]): Operation['responses'] {
  const stated = Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) >= 400 ? description.split(', ').filter(isCode) : [],
  );
  const codes = [...new Set([...stated, ...implied])].toSorted();
  const byStatus = Map.groupBy(codes, (code) => String(problems[code].status));
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const refusals = [...byStatus].map(([status, same]) => [
    status,
    {
      description: same.join(', '),
      'x-problem-codes': same,
      content: { 'application/problem+json': { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries([...answers, ...refusals]);
}

const header = (name: string): object => ({ $ref: `#/components/headers/${name}` });

/** Header fields of rate-limited answers. */
export const limitHeaderComponents = {
  RateLimit: {
    description: 'Remaining requests in the window, and its end',
    schema: { type: 'string' },
    example: '"start";r=9;t=42',
  },
  'RateLimit-Policy': {
    description: 'Requests per window, in seconds',
    schema: { type: 'string' },
    example: '"start";q=10;w=60',
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, example: 42 },
} as const;

function withLimitHeaders(responses: Operation['responses']): Operation['responses'] {
  const told = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (status === '429')
        return [status, { ...response, headers: { ...told, 'Retry-After': header('Retry-After') } }];
      return Number(status) < 400 ? [status, { ...response, headers: told }] : [status, response];
    }),
  );
}

const integers = z.looseObject({ schema: z.looseObject({ type: z.enum(['integer', 'number']) }) });

/** A URL parameter in the type of its schema; in the URL all values are text. */
const typedAs = (parameter: object, value: string | readonly string[]): string | number | readonly string[] =>
  integers.safeParse(parameter).success ? Number(value) : value;

/** The query string of an example; a repeated parameter is written once per value. */
export const exampleQuery = (query: OperationExample['query'] = {}): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ).toString();

/** Adds the example of an operation where OpenAPI tools look for it. */
function withExample(described: Operation, key: string): Operation {
  const example = examples[key];
  if (example === undefined) return described;
  const given: Readonly<Record<string, string | readonly string[]>> = { ...example.path, ...example.query };
  const put = (content: z.infer<typeof media> | undefined, value: unknown): z.infer<typeof media> =>
    Object.fromEntries(Object.entries(content ?? {}).map(([type, body]) => [type, { ...body, example: value }]));
  const answer = described.responses[String(example.status)];
  return {
    ...described,
    ...(described.parameters === undefined
      ? {}
      : {
          parameters: described.parameters.map((parameter) =>
            Object.hasOwn(given, parameter.name)
              ? { ...parameter, example: typedAs(parameter, given[parameter.name] ?? '') }
              : parameter,
          ),
        }),
    ...(described.requestBody === undefined || example.body === undefined
      ? {}
      : { requestBody: { ...described.requestBody, content: put(described.requestBody.content, example.body) } }),
    ...(answer?.content === undefined || example.answer === undefined
      ? {}
      : {
          responses: {
            ...described.responses,
            [example.status]: { ...answer, content: put(answer.content, example.answer) },
          },
        }),
  };
}

/** An operation completed with its name, credentials, limit, problems and example. */
export function completeOperation(
  method: string,
  path: string,
  described: Operation,
  facts: OperationFacts,
): Operation {
  const { access, limit, isBodyOptional } = facts;
  const { requestBody } = described;
  const problemsListed = withProblems(described.responses, impliedProblems(method, facts));
  const whole: Operation = {
    operationId: operationIdOf(method, path),
    ...described,
    ...(requestBody === undefined ? {} : { requestBody: { ...requestBody, required: !isBodyOptional } }),
    security: securityOf[access.kind],
    ...(access.kind === 'admin' ? { 'x-administrators': true } : {}),
    ...('scope' in access ? { 'x-scope': access.scope } : {}),
    ...(limit === null ? {} : { 'x-limit': { policy: limit, windowSeconds, quotas: limitPolicies[limit] } }),
    responses: limit === null ? problemsListed : withLimitHeaders(problemsListed),
  };
  return withExample(whole, `${method} ${path}`);
}
