import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, notApplicable, type Plain } from '../../../catalogue/outcome.ts';
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

/** The hosts that the domain needs, at the records of the domain. */
export const requiredHosts: Subject<'routing' | 'target', Routing> = {
  needs: ['routing', 'target'],
  select: ({ routing, target: { domain, registrableDomain, startedAtMs: nowMs } }) =>
    onePlace({ ...routing, domain, registrableDomain, nowMs }, recordsAt(domain, 'A')),
};

/** Why questions about the site do not arise. */
export const noSite = 'There is no web site: its addresses refuse every connection';

/** The web site's hosts; where their addresses serve no site, the question does not arise. */
export const webHosts = narrow(
  requiredHosts,
  (routing, { http }): Narrower<Routing> => (isSiteShut(http) ? notApplicable(noSite) : { of: routing }),
  { needs: ['http'] },
);

/** A fact that was not asked for does not apply; one that was asked for and not answered is open. */
export const outcomeOf = (failure: UnknownBecause, subject = ''): Plain =>
  failure.reason === 'not-tested' ? notApplicable(detailOf(failure)) : inconclusive(`${subject}${detailOf(failure)}`);

/** The record of the registry, with its address. */
export interface Registered extends Routing {
  record: NonNullable<Extract<RoutingEvidence['registration'], { known: true }>['value']>;
}

/** URLs that a shell takes literally. */
const plainUrl = /^https:\/\/[A-Za-z0-9._:/-]+$/;

/** What the registry says of the domain; its command asks it again. */
export const domainRegistration = narrow(requiredHosts, (routing): Narrower<Registered> => {
  const { registration, registrableDomain } = routing;
  // The registry keeps back its answer, not the host.
  if (!registration.known) return outcomeOf(registration.failure, `Registration of ${registrableDomain}: `);
  const record = registration.value;
  // A definite answer (RFC 7480 section 5.3), which the next audit gets as well: registries leave out names of their own.
  if (record === null) return notApplicable(`The registry has no record of ${registrableDomain}`);
  const { url = '' } = record;
  return { of: { ...routing, record }, reproduce: plainUrl.test(url) ? `Reproduce: curl -sSL ${url}` : null };
});
