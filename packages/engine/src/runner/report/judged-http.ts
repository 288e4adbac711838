import type { HttpJudged } from '@perimeter/contract/observed/http';
import { corsOf } from '../../evidence/behaviour/cors.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { limited } from '../../evidence/limited.ts';
import { maxSites, sitesOf } from '../../evidence/site/page/sites.ts';
import { cookiesOf } from '../../evidence/site/cookies/cookies.ts';
import { maxCookies } from '../../evidence/site/cookies/section.ts';
import { cspMember } from '../../evidence/site/policies/csp.ts';
import { redirectsOf } from '../../evidence/http/redirects.ts';

/** The judged view of the site's responses for the report. */
export function judgedHttp(evidence: SomeEvidence): HttpJudged {
  const cookies = cookiesOf(evidence);
  const sites = sitesOf(evidence);
  return {
    redirects: evidence.http === undefined ? [] : redirectsOf(evidence.http),
    csp: cspMember(evidence),
    cookies: cookies === null ? null : limited(cookies, maxCookies),
    resources: sites === null ? null : limited(sites.sites, maxSites),
    cors: corsOf(evidence),
  };
}
