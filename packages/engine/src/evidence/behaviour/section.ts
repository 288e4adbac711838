import type { Section, SectionCell } from '@perimeter/contract/section';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { corsGrant } from '@perimeter/protocols/http/cross-origin/cors';
import { detailOf, failureText } from '../failure-text.ts';
import type { HttpExchange } from '../http/schema.ts';
import { isFree } from '../registration.ts';
import { filled, state, tableOf } from '../section.ts';
import type { BehaviourEvidence } from './schema.ts';

const grantWords = {
  asker: 'this origin',
  everyone: 'every origin',
  another: 'another origin',
  nobody: 'none',
  invalid: 'not valid',
} as const;

const byId = ({ exchanges }: BehaviourEvidence, id: string): HttpExchange | undefined =>
  exchanges.find((exchange) => exchange.id === id);

const statusCell = (exchange: HttpExchange | undefined): SectionCell =>
  exchange?.result.ok === true ? exchange.result.response.status : null;

const headerCell = (exchange: HttpExchange | undefined, name: string): SectionCell =>
  exchange?.result.ok === true ? combinedValue(exchange.result.response.headers, name) : null;

function grantCell(exchange: HttpExchange | undefined, origin: string): SectionCell {
  if (exchange === undefined) return null;
  const { result } = exchange;
  if (!result.ok) return state('fair', failureText(result.failure));
  const { grants, credentials } = corsGrant(result.response.headers, origin);
  const words = `${grantWords[grants]}${credentials ? ', with credentials' : ''}`;
  return state(credentials ? 'bad' : 'neutral', words);
}

const corsTable = (behaviour: BehaviourEvidence) =>
  tableOf(
    'Cross-origin requests',
    [
      ['Origin sent', 'code'],
      ['Status', 'number'],
      ['Allow-Origin', 'code'],
      ['Granted to', 'status'],
    ],
    behaviour.cors.map(({ origin, exchange: id }) => {
      const exchange = byId(behaviour, id);
      const allowed = headerCell(exchange, 'Access-Control-Allow-Origin');
      return [origin, statusCell(exchange), allowed, grantCell(exchange, origin)];
    }),
  );

/** The result of a request in words. */
function answerCell(exchange: HttpExchange | undefined, words: string): SectionCell {
  if (exchange === undefined) return null;
  return exchange.result.ok ? state('neutral', words) : state('fair', failureText(exchange.result.failure));
}

function methodTable(behaviour: BehaviourEvidence) {
  const { preflight, options, trace, hostHeader, crossdomain } = behaviour;
  const row = (what: string, id: string, words: (exchange: HttpExchange | undefined) => string): SectionCell[] => {
    const exchange = byId(behaviour, id);
    return [what, statusCell(exchange), answerCell(exchange, words(exchange))];
  };
  const allowed = (name: string) => (exchange: HttpExchange | undefined) =>
    `${name}: ${headerCell(exchange, name) ?? 'not sent'}`;
  return tableOf(
    'Other requests',
    [
      ['Request', 'text'],
      ['Status', 'number'],
      ['Result', 'status'],
    ],
    [
      ...(preflight === null
        ? []
        : [
            row(
              `Preflight for PUT from ${preflight.origin}`,
              preflight.exchange,
              allowed('Access-Control-Allow-Methods'),
            ),
          ]),
      ...(options === null ? [] : [row('OPTIONS', options.exchange, allowed('Allow'))]),
      ...(trace === null ? [] : [row('TRACE', trace.exchange, () => (trace.echoed ? 'request echoed' : 'not echoed'))]),
      ...(hostHeader === null
        ? []
        : [
            row(`GET with Host: ${hostHeader.sent}`, hostHeader.exchange, () =>
              hostHeader.reflectedIn.length === 0
                ? 'not reflected'
                : `reflected in ${hostHeader.reflectedIn.join(', ')}`,
            ),
          ]),
      ...(crossdomain === null
        ? []
        : [
            row('GET /crossdomain.xml', crossdomain.exchange, () =>
              crossdomain.allowsAll ? 'allows every domain' : 'does not allow every domain',
            ),
          ]),
    ],
  );
}

const byWords = { 'alt-svc': 'Alt-Svc', 'https-record': 'HTTPS record' } as const;
const nameWords = { resolves: 'exists', missing: 'does not exist', unknown: 'not known' } as const;

/** Alternatives to HTTPS over TCP that the site advertises, and their test results. */
function waysTable({ http3: { asked }, ech = [], alternatives = [] }: BehaviourEvidence) {
  const http3 = (asked === null || asked === undefined ? [] : [asked]).map(({ by, port, versions }): SectionCell[] => [
    `HTTP/3 at UDP port ${port}`,
    byWords[by],
    versions.known ? state('good', 'answers') : state('fair', detailOf(versions.failure)),
  ]);
  const hosts = alternatives.map(({ host, name, registration }): SectionCell[] => [
    host,
    byWords['alt-svc'],
    state(
      name === 'missing' ? 'bad' : 'neutral',
      registration !== null && isFree(registration) ? 'not registered' : nameWords[name],
    ),
  ]);
  const servers = ech.map(({ publicName, certificate }): SectionCell[] => [
    `Encrypted Client Hello, public name ${publicName}`,
    byWords['https-record'],
    certificate.known
      ? state(
          certificate.value.covers ? 'good' : 'bad',
          certificate.value.covers ? 'certificate fits' : 'certificate of another name',
        )
      : state('fair', detailOf(certificate.failure)),
  ]);
  return tableOf(
    'Other ways that are advertised',
    [
      ['Way', 'text'],
      ['Advertised in', 'text'],
      ['Result', 'status'],
    ],
    [...http3, ...hosts, ...servers],
  );
}

const familyTable = ({ families }: BehaviourEvidence) => {
  const rows = (
    [
      ['IPv4', families.ipv4],
      ['IPv6', families.ipv6],
    ] as const
  ).flatMap(([name, document]) =>
    document === null ? [] : [[name, document.status, document.title, document.simhash]],
  );
  return tableOf(
    'The document over IPv4 and IPv6',
    [
      ['Family', 'text'],
      ['Status', 'number'],
      ['Title', 'text'],
      ['Text fingerprint', 'code'],
    ],
    rows.length < 2 ? [] : rows,
  );
};

/** How the site answers other origins, other methods and another host; null where no request was sent. */
export function behaviourSection({ behaviour }: { behaviour?: BehaviourEvidence | undefined }): Section | null {
  if (behaviour === undefined || behaviour.url === null) return null;
  return {
    id: 'behaviour',
    title: 'HTTP behaviour',
    tables: filled(corsTable(behaviour), methodTable(behaviour), waysTable(behaviour), familyTable(behaviour)),
    figures: [],
  };
}
