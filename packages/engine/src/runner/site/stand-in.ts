import { isInDomain } from '@perimeter/protocols/domain/below';
import { documentOfSite } from '../../evidence/site/document/of-site.ts';
import { isServerError } from '../../evidence/site/document/unread.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { answersOf, isRedirect } from '../../evidence/http/answer.ts';
import { isOwnUrl } from '../../evidence/site/own.ts';
import { parkingHosts, parkingTitles } from './parking.data.ts';

/** A wall tests or rejects the visitor: the site behind it may work. */
const isWalled = (kind: string | undefined): boolean => kind !== undefined && kind !== 'unavailable';

/** All responses of the site that are no redirect elsewhere are server errors. */
function failsAlways({ http, target }: AuditEvidence): string | null {
  if (http === undefined) return null;
  const ends = [...answersOf(http).values()].filter((answer) => !isRedirect(answer) && isOwnUrl(target, answer.url));
  const [first] = ends;
  if (first === undefined || !ends.every(({ response }) => isServerError(response.status))) return null;
  if (ends.some(({ wall }) => isWalled(wall?.kind))) return null;
  return `Every web response is a server error (${first.response.status})`;
}

const isOf = (url: string, site: string): boolean => URL.canParse(url) && isInDomain(new URL(url).hostname, site);

/** The page of a host or registrar where there is no site. */
function parkingPage(evidence: AuditEvidence): string | null {
  const document = documentOfSite(evidence);
  if (document === null) return null;
  const { facts, answer } = document;
  const title = answer.page?.title?.trim();
  const isParked =
    parkingTitles.some((one) => one.test(title ?? '')) ||
    parkingHosts.some((site) => facts?.resources.some(({ url }) => isOf(url, site)) === true);
  return isParked ? 'The domain shows a parking page' : null;
}

/** What answers in place of a site, so that its own security was not judged; null where there may be a site. */
export const standIn = (evidence: AuditEvidence): string | null => failsAlways(evidence) ?? parkingPage(evidence);
