import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { rowTester, type Row } from '../../../catalogue/testing/rows.ts';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { answered, html } from '../../derive/http/testing/evidence.ts';
import type { BehaviourSiteEvidence } from '../../derive/subjects/behaviour.ts';

const asked: Readonly<Record<CorsVariant, string>> = {
  random: 'https://p1.example',
  null: 'null',
  suffix: 'https://site.lab.p1.example',
  prefix: 'https://xsite.lab',
  http: 'http://site.lab',
};

export const credentials = 'Access-Control-Allow-Credentials: true';
export const allow = (origin: string): string => `Access-Control-Allow-Origin: ${origin}`;

interface Sketch {
  /** Header lines of the document. */
  document?: readonly string[];
  status?: number;
  /** Every variant gets a response: with its own lines, or with those of `any`. */
  cors?: Partial<Record<CorsVariant, readonly string[] | HttpExchange>>;
  preflight?: readonly string[];
  preflightStatus?: number;
  behaviour?: Partial<BehaviourEvidence>;
}

const isExchange = (given: readonly string[] | HttpExchange): given is HttpExchange => !Array.isArray(given);

/** A site that was tested with all origins and a preflight. */
export function crossOriginSite({
  document = [],
  status = 200,
  cors = {},
  preflight,
  preflightStatus = 204,
  behaviour = {},
}: Sketch = {}): BehaviourSiteEvidence {
  const variants = Object.entries(asked) as [CorsVariant, string][];
  const replies = variants.map(([variant]): HttpExchange => {
    const given = cors[variant] ?? [];
    return isExchange(given) ? given : answered(`cors-${variant}`, given, { status, reason: 'x' });
  });
  const options =
    preflight === undefined ? [] : [answered('preflight', preflight, { status: preflightStatus, reason: 'x' })];
  return {
    ...html(document),
    behaviour: {
      ...noBehaviour,
      notAsked: null,
      url: 'https://site.lab/',
      exchanges: [...replies, ...options],
      cors: variants.map(([variant, origin]) => ({ variant, origin, exchange: `cors-${variant}` })),
      preflight: preflight === undefined ? null : { origin: asked.random, exchange: 'preflight' },
      ...behaviour,
    },
  };
}

/** Header lines that grant a variant access with credentials. */
export const granted = (variant: CorsVariant, ...more: readonly string[]): Partial<Record<CorsVariant, string[]>> => ({
  [variant]: [allow(asked[variant]), credentials, 'Vary: Origin', ...more],
});

/** Header lines that grant any origin access. */
export const reflecting = (...more: readonly string[]): Partial<Record<CorsVariant, string[]>> =>
  Object.fromEntries(Object.entries(asked).map(([variant, origin]) => [variant, [allow(origin), ...more]]));

export type CrossOriginRow = Row<BehaviourSiteEvidence>;
export const testCrossOriginRows = rowTester((evidence: BehaviourSiteEvidence) => evidence);
