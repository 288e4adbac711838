import { type Row as RowOf, rowTester } from '../../../catalogue/testing/rows.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { exampleAskedHost, exampleKnownName } from '../../../evidence/names/example.ts';
import { noNames } from '../../../evidence/names/none.ts';
import type { AskedHost, KnownName, NameReference, NamesEvidence } from '../../../evidence/names/schema.ts';
import { seen } from '../../../evidence/observed.ts';
import type { Registration } from '../../../evidence/registration.ts';
import { html } from '../../derive/http/testing/evidence.ts';
import type { SiteNames } from '../../derive/subjects/names.ts';

/** The domain whose names tests look at. */
export const base = 'site.lab';

const random = (label: string, change: Partial<NamesEvidence['randoms'][number]> = {}) => ({
  zone: base,
  name: `${label}.${base}`,
  status: 'missing' as const,
  aliases: [],
  addresses: [],
  ...change,
});

/** Random names, nonexistent by default. */
export const randoms = (change: Partial<NamesEvidence['randoms'][number]> = {}): NamesEvidence['randoms'] => [
  random('p1', change),
  random('p2', change),
];

const reverse = seen('site.lab');

/** A name below the domain with a public address. */
export const own = (label: string, change: Partial<KnownName> = {}): KnownName =>
  exampleKnownName(`${label}.${base}`, { reverse, ...change });

/** A name below the domain that is an alias of a name that does not exist. */
export const dangling = (label: string, target: string): KnownName =>
  own(label, { status: 'missing', aliases: [target], addresses: [] });

/** A host below the domain. */
export const host = (label: string, change: Partial<AskedHost> = {}): AskedHost =>
  exampleAskedHost(`${label}.${base}`, change);

/** A referenced domain and its registration status. */
export const reference = (
  kind: NameReference['usedBy'][number]['kind'],
  name: string,
  status: Registration['status'],
  proof: Registration['proof'] = 'registry',
): NameReference => ({
  registration: { domain: 'gone.lab', status, proof },
  usedBy: [{ kind, name: `${name}.${base}`, target: 'x.gone.lab' }],
});

const target = { domain: base, registrableDomain: base, scanMode: 'deep', seed: 'seed' } as const;
const startedAtMs = Date.UTC(2026, 11, 1);

/** Evidence of a domain's names, with changes to one that has only a www host. */
export const named = (change: Partial<NamesEvidence> = {}, lines: readonly string[] = []): SiteNames => ({
  ...html(lines),
  target: { ...target, startedAtMs },
  certificates: noCertificates,
  names: {
    ...noNames,
    base,
    listed: { asked: 200, unanswered: 0 },
    randoms: randoms(),
    walk: seen({ names: [], ended: 'no-nsec' }),
    ...change,
    inventory: [exampleKnownName(base, { sources: ['target'], reverse }), ...(change.inventory ?? [])],
  },
});

/** The same with a cookie for the whole domain. */
export function withCookie(evidence: SiteNames, ...attributes: readonly (readonly [string, string])[]): SiteNames {
  const add = (exchange: HttpExchange): HttpExchange => ({
    ...exchange,
    setCookies: [
      {
        name: 'sid',
        attributes: [...attributes],
        line: 'sid=<32 characters>; Domain=site.lab',
        valueBytes: 32,
        shape: { kind: 'opaque' },
        scheme: 'https',
        rejection: null,
      },
    ],
  });
  return { ...evidence, http: { ...evidence.http, exchanges: evidence.http.exchanges.map(add) } };
}

const unknown = (name: string): KnownName => exampleKnownName(name, { status: 'unknown', addresses: [] });

/** A domain for which DNS did not answer. */
export const silent: SiteNames = {
  ...named(),
  names: {
    ...named().names,
    listed: { asked: 45, unanswered: 45 },
    inventory: [unknown(base), unknown(`www.${base}`)],
    randoms: randoms({ status: 'unknown' }),
  },
};

/** A www host, for which no names are looked up. */
export const nameless: SiteNames = { ...named(), names: noNames };

/** Evidence in which some names have no answer. */
export const partly = named({ inventory: [unknown(`app.${base}`)] });

export type Row = RowOf<SiteNames>;
export const testRows = rowTester((evidence: SiteNames) => evidence);
