import { defineModule } from '../../catalogue/module.ts';
import { hdrCacheSensitive, hdrCacheSharedCookie } from './caching.ts';
import { hdrContentType, hdrNosniff } from './content-type.ts';
import { hdrDebug, hdrInternalLeak, hdrPoweredBy, hdrServerVersion, hdrWafCdn } from './disclosure.ts';
import { hdrDuplicate } from './duplicates.ts';
import { hdrClickjacking, hdrXfoInvalid } from './framing.ts';
import { hdrDeprecated, hdrHpkpActive } from './obsolete.ts';
import { hdrPermissionsBroad, hdrPermissionsInvalid, hdrPermissionsMissing } from './permissions.ts';
import { hdrReferrerMissing, hdrReferrerUnsafe } from './referrer.ts';
import { hdrPowerfulInfo, hdrReporting, hdrTimingOrigin } from './reporting.ts';

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
  ],
});
