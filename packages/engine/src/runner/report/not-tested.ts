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

/** Said once, whatever many checks of mail servers it leaves open. */
function unreachedMail({ mailTransport }: AuditEvidence): NotTested {
  const state = mailTransport?.egress.port25;
  if (state !== 'blocked' && state !== 'intercepted') return [];
  return [{ what: 'Mail servers (port 25)', reason: gapTexts[`port-25-${state}`] }];
}

/** Paths that are asked only of those who may be asked. */
const withoutLongList = ({ exposure }: AuditEvidence): NotTested =>
  exposure === undefined || exposure.origin === null || exposure.longList
    ? []
    : [
        {
          what: 'Long list of paths of exposed content',
          reason: 'Only the short list is requested unless authority to test the domain is stated (authority)',
        },
      ];

/** What deep mode leaves out where nobody states that the domain may be tested; servers of others are never scanned so. */
function withoutAuthority(evidence: AuditEvidence): NotTested {
  const { target, mailTls } = evidence;
  if (target.scanMode !== 'deep' || target.authority === true) return [];
  const own = (mailTls?.endpoints ?? []).some(
    ({ serverName }) => registrableDomainOf(serverName) === target.registrableDomain,
  );
  return [
    ...withoutLongList(evidence),
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

/** What takes a table of the operator's. */
function withoutRoutes({ zone }: AuditEvidence): NotTested {
  if (zone?.origins?.known !== false || zone.origins.failure.reason !== 'not-tested') return [];
  return [{ what: 'Networks (AS) that announce the name servers', reason: gapTexts['routes-off'] }];
}

/** What takes the operator's copy of browsers' HSTS preload list. */
function withoutPreload({ http }: AuditEvidence): NotTested {
  if (http?.preload?.known !== false) return [];
  return [{ what: 'HSTS preload list', reason: failureText(http.preload.failure) }];
}

/** Sources of names that this version does not ask, because they would learn whom it audits. */
const withoutThirdParties = ({ names }: AuditEvidence): NotTested =>
  names === undefined || names.base === null
    ? []
    : [
        {
          what: 'Names in Certificate Transparency logs, and look-alike domains',
          reason: 'No third party is queried for names',
        },
      ];

/** Everything that was not tested: missing modules, checks of the other mode, addresses beyond the cap, open checks. */
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
    ...phases.flatMap(({ checks }) =>
      checks
        .filter(({ result }) => result.outcome === 'inconclusive')
        .map(({ result }) => ({ what: result.id, reason: result.reason })),
    ),
    ...oldLists(evidence),
    ...neverAsked.map((what) => ({ what, reason: 'Out of scope' })),
  ];
}
