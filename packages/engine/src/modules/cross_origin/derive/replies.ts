import type { CorsAnswer } from '@perimeter/protocols/http/cross-origin/cors';
import { bodyLine, curlLine } from '../../../catalogue/reproduce-http.ts';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import type { HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';
import { locationOf } from '../../derive/http/place.ts';
import { type Behaviour, questionOf, silenceOf, testedPlace } from '../../derive/subjects/behaviour.ts';

/** The answer to one origin, and the exchange that it came in. */
export interface CorsReply extends CorsAnswer {
  exchange: HttpExchange;
}

/** Status 500 (RFC 9110 section 15.6.1): many applications throw for origins that they refuse. */
const threw = 500;

/** A response that does not represent the site, such as an error, still shows a CORS policy if it accepts an origin. */
const isAnswer = (response: HttpResponse): boolean =>
  response.status === threw ||
  silenceOf(response) === null ||
  combinedValue(response.headers, 'Access-Control-Allow-Origin') !== null;

/** The site's response to each tested origin. */
export const answersOf = (behaviour: Behaviour): CorsReply[] =>
  behaviour.behaviour.cors.flatMap((asked) => {
    const exchange = questionOf(behaviour, asked);
    if (exchange === null || !exchange.result.ok || !isAnswer(exchange.result.response)) return [];
    const { status, headers } = exchange.result.response;
    return [{ variant: asked.variant, origin: asked.origin, status, lines: headers, exchange }];
  });

/** The first origin without a response; null where each has one. */
export function unansweredOf(behaviour: Behaviour): HttpExchange | null {
  const answered = new Set(answersOf(behaviour).map(({ exchange }) => exchange.id));
  const asked = behaviour.behaviour.cors.find(({ exchange }) => !answered.has(exchange));
  return asked === undefined ? null : questionOf(behaviour, asked);
}

/** The preflight, and the origin it came from. */
export function preflightOf(behaviour: Behaviour): { origin: string; exchange: HttpExchange } | null {
  const { preflight } = behaviour.behaviour;
  const exchange = questionOf(behaviour, preflight);
  return preflight === null || exchange === null ? null : { origin: preflight.origin, exchange };
}

/** `curl` that repeats the request. */
export const originLine = (behaviour: Behaviour, origin: string): string | null =>
  curlLine(testedPlace(behaviour), `-H 'Origin: ${origin}'`);

/** `curl` that repeats the preflight. */
export const preflightLine = (behaviour: Behaviour, origin: string): string | null =>
  curlLine(
    testedPlace(behaviour),
    '-X OPTIONS',
    `-H 'Origin: ${origin}'`,
    "-H 'Access-Control-Request-Method: PUT'",
    "-H 'Access-Control-Request-Headers: x-perimeter'",
  );

/** `curl` for a legacy cross-domain policy file. */
export const policyFileLine = (behaviour: Behaviour): string | null =>
  bodyLine(
    { ...locationOf(behaviour.document), url: new URL('/crossdomain.xml', behaviour.document.url).href },
    'allow-access-from[^>]*',
  );
