import type { Site } from './site.ts';
import { aPlusSites } from './a-plus-sites.data.ts';
import { advertisedSites } from './advertised-sites.data.ts';
import { contactSites } from './contact-sites.data.ts';
import { cookieSites } from './cookie-sites.data.ts';
import { corsSites } from './cors-sites.data.ts';
import { cspSites } from './csp-sites.data.ts';
import { http2Sites, httpsSites } from './https-sites.data.ts';
import { gapSites } from './gap-sites.data.ts';
import { pageSites } from './page-sites.ts';
import { exposureSites, guardingSites, partialSites } from './exposure-sites.ts';
import { referenceSites } from './reference-sites.ts';
import { routingSites } from './routing-sites.data.ts';
import { nameSites } from './name-sites.ts';
import type { PolicySite } from './policy-site.ts';
import { typicalSites } from './typical-sites.data.ts';
import { variantSites } from './variant-sites.data.ts';

/** Tables of sites for checks of HTTP policies, each with the last octet of its first address in 198.18.0.0/24. */
export const policyTables: readonly { readonly first: number; readonly sites: Readonly<Record<string, PolicySite>> }[] =
  [
    { first: 4, sites: typicalSites },
    { first: 10, sites: httpsSites },
    { first: 30, sites: cspSites },
    { first: 48, sites: http2Sites },
    { first: 50, sites: cookieSites },
    { first: 60, sites: corsSites },
    { first: 80, sites: pageSites },
    { first: 110, sites: gapSites },
    { first: 114, sites: variantSites },
    { first: 126, sites: advertisedSites },
    { first: 140, sites: exposureSites },
    { first: 129, sites: guardingSites },
    { first: 133, sites: partialSites },
    { first: 238, sites: routingSites },
    { first: 88, sites: aPlusSites },
    { first: 220, sites: nameSites },
    { first: 150, sites: contactSites },
    { first: 164, sites: referenceSites },
  ];

/** The pages of these sites by host. */
export const policySites: Readonly<Record<string, Site>> = Object.fromEntries(
  policyTables.flatMap(({ sites }) => Object.entries(sites).map(([host, { site }]) => [host, site] as const)),
);
