import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, notApplicable, type Plain, openAs } from '../../../catalogue/outcome.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { RoutingEvidence } from '../../../evidence/routing/schema.ts';
import { isSiteShut } from '../../../evidence/site/shut.ts';
import { type Narrower, narrow, onePlace, type Subject } from '../../../catalogue/check-of.ts';

/** The hosts that the domain needs, their addresses and networks. */
export interface Routing extends RoutingEvidence {
  domain: string;
  registrableDomain: string;
  nowMs: number;
}

/** The hosts that the domain needs, located at the domain's records. */
export const requiredHosts: Subject<'routing' | 'target', Routing> = {
  needs: ['routing', 'target'],
  select: ({ routing, target: { domain, registrableDomain, startedAtMs: nowMs } }) =>
    onePlace({ ...routing, domain, registrableDomain, nowMs }, recordsAt(domain, 'A')),
};

/** Why checks of the site do not apply. */
export const noSite = 'There is no web site: its addresses refuse every connection';

/** The website's hosts; not applicable where their addresses serve no site. */
export const webHosts = narrow(
  requiredHosts,
  (routing, { http }): Narrower<Routing> => (isSiteShut(http) ? notApplicable(noSite) : { of: routing }),
  { needs: ['http'] },
);

/** A fact that was not asked for does not apply; one that was asked for and not answered is open. */
export const outcomeOf = (failure: UnknownBecause): Plain =>
  failure.reason === 'not-tested' ? notApplicable(detailOf(failure)) : inconclusive(failure);

/** The registry's record, with its URL. */
export interface Registered extends Routing {
  record: NonNullable<Extract<RoutingEvidence['registration'], { known: true }>['value']>;
}

/** URLs without shell metacharacters. */
const plainUrl = /^https:\/\/[A-Za-z0-9._:/-]+$/;

/** The registry's record of the domain; its command requests it again. */
export const domainRegistration = narrow(requiredHosts, (routing): Narrower<Registered> => {
  const { registration, registrableDomain } = routing;
  // The registry keeps back its answer, not the host.
  if (!registration.known)
    return registration.failure.reason === 'not-tested'
      ? outcomeOf(registration.failure)
      : openAs(['registration', registration.failure], 'registration-unanswered', {
          domain: registrableDomain,
          failure: detailOf(registration.failure),
        });
  const record = registration.value;
  // A definite answer (RFC 7480 section 5.3), also for later audits: registries omit some names.
  if (record === null) return notApplicable(`The registry has no record of ${registrableDomain}`);
  const { url = '' } = record;
  return { of: { ...routing, record }, reproduce: plainUrl.test(url) ? `Reproduce: curl -sSL ${url}` : null };
});
