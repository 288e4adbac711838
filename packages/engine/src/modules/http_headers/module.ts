import { defineModule } from '../../catalogue/module.ts';
import { hdrCacheSensitive, hdrCacheSharedCookie } from './content/caching.ts';
import { hdrContentType, hdrNosniff } from './content/content-type.ts';
import { endpointAddressDiffers } from './hygiene/addresses.ts';
import { hdrDebug, hdrInternalLeak, hdrPoweredBy, hdrServerVersion, hdrWafCdn } from './hygiene/disclosure.ts';
import { hdrDuplicate } from './hygiene/duplicates.ts';
import { hdrClickjacking, hdrXfoInvalid } from './policies/framing.ts';
import { hdrDeprecated, hdrHpkpActive } from './hygiene/obsolete.ts';
import { hdrPermissionsBroad, hdrPermissionsInvalid, hdrPermissionsMissing } from './policies/permissions.ts';
import { hdrReferrerMissing, hdrReferrerUnsafe } from './policies/referrer.ts';
import { hdrPowerfulInfo, hdrReporting, hdrTimingOrigin } from './policies/reporting.ts';

/** Response headers of the site's final document, and of the hops before it where a rule says so. */
export const httpHeaders = defineModule({
  id: 'http_headers',
  title: 'HTTP headers',
  category: 'http_security',
  checks: [
    hdrNosniff,
    hdrClickjacking,
    hdrXfoInvalid,
    hdrReferrerUnsafe,
    hdrPermissionsBroad,
    hdrPermissionsInvalid,
    hdrServerVersion,
    hdrPoweredBy,
    hdrInternalLeak,
    hdrDebug,
    hdrCacheSensitive,
    hdrCacheSharedCookie,
    hdrContentType,
    hdrHpkpActive,
    hdrDuplicate,
    hdrReferrerMissing,
    hdrPermissionsMissing,
    hdrDeprecated,
    hdrReporting,
    hdrTimingOrigin,
    hdrPowerfulInfo,
    hdrWafCdn,
    endpointAddressDiffers,
  ],
});
