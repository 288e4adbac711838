import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { type Why, whyAs, failedWhy } from '../causes/cause.ts';
import type { NetFailureReason } from '../observed.ts';
import type { HttpEvidence, HttpExchange } from './schema.ts';
import { wallCause, wallOf } from './wall.ts';

/** How an address answers compared with the one that gave the final document. */
export type AddressStanding =
  | { kind: 'reference' | 'same' }
  /** dead: visitors get no answer at this address; unknown: not comparable. */
  | { kind: 'dead' | 'unknown'; why: Why }
  | { kind: 'differs'; in: readonly string[] };

/** One address with its result and comparison. */
export interface ComparedAddress {
  address: string;
  exchange: HttpExchange;
  standing: AddressStanding;
}

/** Headers that should be equal wherever a visitor is sent. */
const securityHeaders = [
  'Strict-Transport-Security',
  'Content-Security-Policy',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
];

/** Failures that the server causes; others may be local, such as a machine without IPv6. */
const deadly: ReadonlySet<NetFailureReason> = new Set(['refused', 'reset', 'closed', 'timeout', 'tls', 'malformed']);

/** Nonces differ in every answer, so they are masked before comparison. */
const comparable = (values: readonly string[]): string => values.join('\n').replaceAll(/'nonce-[^']*'/gi, "'nonce-'");

function differencesOf(one: HttpExchange, other: HttpExchange): string[] {
  if (!one.result.ok || !other.result.ok) return [];
  const [a, b] = [one.result.response, other.result.response];
  const certificates = [one.tls?.certificate ?? null, other.tls?.certificate ?? null];
  return [
    ...(a.status === b.status ? [] : [`status ${b.status} instead of ${a.status}`]),
    ...securityHeaders.filter(
      (name) => comparable(headerValues(a.headers, name)) !== comparable(headerValues(b.headers, name)),
    ),
    ...(certificates.includes(null) || certificates[0] === certificates[1] ? [] : ['certificate']),
  ];
}

function standingOf(reference: HttpExchange, exchange: HttpExchange): AddressStanding {
  const { result } = exchange;
  if (exchange === reference) return { kind: 'reference' };
  if (!result.ok)
    return {
      kind: deadly.has(result.failure.reason) ? 'dead' : 'unknown',
      why: failedWhy(result.failure),
    };
  const wall = wallOf(result.response);
  if (wall !== null && ['challenge', 'blocked', 'rate-limited'].includes(wall.kind))
    return {
      kind: 'unknown',
      why: whyAs(wallCause(wall, result.response.status), 'status-line', {
        status: result.response.status,
        phrase: result.response.reason,
      }),
    };
  const differences = differencesOf(reference, exchange);
  return differences.length === 0 ? { kind: 'same' } : { kind: 'differs', in: differences };
}

/** The addresses of the final document's host, each compared with the one that gave the document. */
export function comparedAddresses({ addresses = [], exchanges, finalDocument }: HttpEvidence): ComparedAddress[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const reference = byId.get(finalDocument ?? '');
  if (reference === undefined) return [];
  return addresses.flatMap(({ address, exchange: id }) => {
    const exchange = byId.get(id);
    return exchange === undefined ? [] : [{ address, exchange, standing: standingOf(reference, exchange) }];
  });
}
