import { isInDomain } from '@perimeter/protocols/domain/below';
import type { TargetEvidence } from '../target/schema.ts';

/** Whose site is judged: every host of the registrable domain is the target's own. */
export type SiteOwner = Pick<TargetEvidence, 'registrableDomain'>;

/** Whether a host belongs to the target. */
export const isOwnHost = ({ registrableDomain }: SiteOwner, host: string): boolean =>
  isInDomain(host, registrableDomain);

/** Whether a URL is of a host of the target; what is no URL is nobody's. */
export const isOwnUrl = (owner: SiteOwner, url: string | URL): boolean =>
  URL.canParse(String(url)) && isOwnHost(owner, new URL(String(url)).hostname);
