import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import type { AuditModule } from '../../catalogue/module.ts';
import { modules } from '../../modules/registry.ts';
import { failureText } from '../../evidence/failure-text.ts';
import { gapTexts } from '../../evidence/gap-texts.data.ts';
import type { EvaluatedPhase } from '../evaluate.ts';
import { oldLists } from '../old-lists.ts';
import { outcomeWithoutSite } from '../site/without-site.ts';
import { type NotTested, untestedAddresses } from './untested-addresses.ts';

const neverAsked = [
  'Request smuggling, password guessing, exploit payloads, HTTP/2 resets, PUT and DELETE requests, form submission',
];

/** Stated once, however many mail checks it leaves open. */
function unreachedMail({ mailTransport }: AuditEvidence): NotTested {
  const state = mailTransport?.egress.port25;
  if (state !== 'blocked' && state !== 'intercepted') return [];
  return [{ what: 'Mail servers (port 25)', reason: gapTexts[`port-25-${state}`] }];
}

/** Paths that are requested only with authority. */
const withoutLongList = ({ exposure }: AuditEvidence): NotTested =>
  exposure === undefined || exposure.origin === null || exposure.longList
    ? []
    : [
        {
          what: 'Long list of paths of exposed content',
          reason: 'Only the short list is requested unless authority to test the domain is stated (authority)',
        },
      ];

/** Ports that are tested only with authority. */
const withoutPortList = ({ ports }: AuditEvidence): NotTested =>
  ports === undefined || ports.notAsked !== null || ports.longList
    ? []
    : [
        {
          what: 'Long list of 1,000 TCP ports, and UDP services',
          reason: 'Only the short list of ports is tested unless authority to test the domain is stated (authority)',
        },
      ];

/** What deep mode skips without stated authority; foreign servers are never scanned like this. */
function withoutAuthority(evidence: AuditEvidence): NotTested {
  const { target, mailTls } = evidence;
  if (target.scanMode !== 'deep' || target.authority === true) return [];
  const own = (mailTls?.endpoints ?? []).some(
    ({ serverName }) => registrableDomainOf(serverName) === target.registrableDomain,
  );
  return [
    ...withoutLongList(evidence),
    ...withoutPortList(evidence),
    ...(own
      ? [
          {
            what: 'All cipher suites of mail servers',
            reason: 'Only weak suites are tested unless authority to test the domain is stated (authority)',
          },
        ]
      : []),
  ];
}

/** What needs the operator's table of routes. */
function withoutRoutes({ zone }: AuditEvidence): NotTested {
  if (zone?.origins?.known !== false || zone.origins.failure.reason !== 'not-tested') return [];
  return [{ what: 'Networks (AS) that announce the name servers', reason: gapTexts['routes-off'] }];
}

/** What needs the operator's copy of the HSTS preload list. */
function withoutPreload({ http }: AuditEvidence): NotTested {
  if (http?.preload?.known !== false) return [];
  return [{ what: 'HSTS preload list', reason: failureText(http.preload.failure) }];
}

/** Third-party sources of names that are not queried, because they would learn the audited domain. */
const withoutThirdParties = ({ names }: AuditEvidence): NotTested =>
  names === undefined || names.base === null
    ? []
    : [
        {
          what: 'Names in Certificate Transparency logs, and look-alike domains',
          reason: 'No third party is queried for names',
        },
      ];

/** Sources of routes and reputation that the operator has not enabled, and questions that need third parties. */
function withoutSources({ routing, target }: AuditEvidence): NotTested {
  if (routing === undefined) return [];
  const isOff = (kind: string): boolean =>
    routing.sources.some(({ name, state }) => name === kind && state === 'not-asked');
  const registry = routing.registration;
  const isNamed = routing.sources.some(({ name, state }) => name === 'cymru' && state === 'used');
  return [
    ...(!registry.known && registry.failure.reason === 'not-tested'
      ? [{ what: 'Registration (expiry, locks)', reason: failureText(registry.failure) }]
      : []),
    ...(isOff('routes') && !isNamed ? [{ what: 'Networks (AS) of web and mail', reason: gapTexts['routes-off'] }] : []),
    ...(isOff('vrps') ? [{ what: 'RPKI validity of routes', reason: gapTexts['vrps-off'] }] : []),
    ...(isOff('block-list') && target.scanMode === 'deep'
      ? [{ what: 'Block lists', reason: 'None is switched on (PERIMETER_SOURCES)' }]
      : []),
    {
      what: 'Malware and phishing lists, and the answers of other resolvers',
      reason: 'No third party is asked, because it would learn whom this audit is about',
    },
  ];
}

/** Storage buckets of cloud providers are on foreign hosts. */
const withoutBuckets = ({ exposure }: AuditEvidence): NotTested =>
  exposure === undefined || exposure.origin === null
    ? []
    : [
        {
          what: 'Listings of cloud storage buckets',
          reason: 'Hosts of third parties are not asked for content',
        },
      ];

/** Everything that was not tested: missing modules, checks of the other mode, addresses beyond the limit, inconclusive checks. */
export function notTested(evidence: AuditEvidence, phases: readonly EvaluatedPhase[]): NotTested {
  const { scanMode } = evidence.target;
  const isAbout = ({ category }: AuditModule): boolean =>
    outcomeWithoutSite(category, evidence)?.outcome !== 'not-applicable';
  const asked = new Set(phases.flatMap(({ checks }) => checks.map(({ check }) => check.id)));
  return [
    ...modules
      .filter(({ checks }) => checks.length === 0)
      .map(({ title }) => ({ what: title, reason: 'No checks in this version' })),
    ...modules
      .filter(isAbout)
      .flatMap(({ checks }) => checks)
      .filter(({ id }) => !asked.has(id))
      .map(({ id }) => ({ what: id, reason: `Deep mode only (this audit: ${scanMode})` })),
    ...(evidence.endpoints?.hosts ?? []).flatMap(({ host, notProbed }) =>
      notProbed.map((address) => ({
        what: `${host} at ${address}`,
        reason: 'Only four addresses per family are probed',
      })),
    ),
    ...untestedAddresses(evidence),
    ...unreachedMail(evidence),
    ...withoutAuthority(evidence),
    ...withoutRoutes(evidence),
    ...withoutPreload(evidence),
    ...withoutThirdParties(evidence),
    ...withoutSources(evidence),
    ...withoutBuckets(evidence),
    ...phases.flatMap(({ checks }) =>
      checks
        .filter(({ result }) => result.outcome === 'inconclusive')
        .map(({ result }) => ({ what: result.id, reason: result.reason })),
    ),
    ...oldLists(evidence),
    ...neverAsked.map((what) => ({ what, reason: 'Out of scope' })),
  ];
}
