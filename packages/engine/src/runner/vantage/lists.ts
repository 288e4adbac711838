import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import { endOfLifeDate } from '@perimeter/protocols/software/end-of-life.data';
import { endedReleasesDate } from '@perimeter/protocols/software/openssh.data';
import { serviceEndOfLifeDate } from '@perimeter/protocols/software/service-end-of-life.data';
import { providersDate } from '../../evidence/mail-auth/providers.data.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { preloadedTopLevelDomains } from '../../modules/derive/http/preloaded.data.ts';
import { supportDate } from '../../modules/page_content/disclosure/support.data.ts';
import { unmaintainedDate } from '../../modules/page_content/scripts/end-of-life.data.ts';
import { compromisedDate } from '../../modules/page_content/third-parties/compromised.data.ts';
import { profilesDate } from '../../modules/derive/tls/profiles.data.ts';
import { shippedEdges } from '../../net/edges/edge-networks.data.ts';
import { specialPurposeDate } from '../../net/guard/special-purpose.data.ts';
import { shippedRegistries } from '../../net/registration/registries.data.ts';
import { distrustDate } from '../../pki/trust-lists/distrust.data.ts';
import { listsOf } from '../../pki/trust-lists/lists-used.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { simulatedClientsDate } from '../../tls/inventory/commands/client-simulation.data.ts';
import { vendorCookies } from '../../evidence/site/cookies/cookie-vendors.data.ts';

/** A list that audits use, and its age. */
export interface ListAge {
  name: string;
  /** RFC 3339 full-date. */
  date: string;
  days: number;
  /** A release contains no older shipped list. */
  maxDays: number;
}

type Settings = Pick<EngineSettings, 'publicRoots' | 'logList' | 'libraries' | 'takeovers' | 'edges'>;

/** Logs change weekly, and Chrome ignores a list after ten weeks (see list-age.ts); other lists change more slowly. */
const logDays = 30;
const otherDays = 60;

/** The lists in use with their ages, the operator's where set. */
export function listAges(settings: Settings, nowMs: number): ListAge[] {
  const { roots, logs } = listsOf(settings);
  const { name: edges, date: edgesDate } = settings.edges ?? shippedEdges;
  const age = (name: string, date: string, maxDays = otherDays): ListAge => ({
    name,
    date,
    days: daysSince(date, nowMs),
    maxDays,
  });
  const libraries = settings.libraries ?? shippedLibraries;
  const takeovers = settings.takeovers ?? shippedTakeovers;
  return [
    age(roots.name, roots.date),
    age('Roots that browsers distrust', distrustDate),
    age(logs.name, logs.date, logDays),
    age(`JavaScript libraries (${libraries.name})`, libraries.date),
    age(`Services with claimable names (${takeovers.name})`, takeovers.date),
    age(`Networks of CDNs (${edges})`, edgesDate),
    age('RDAP services of registries', shippedRegistries.date),
    age('Special-purpose addresses (IANA)', specialPurposeDate),
    age('Preloaded top-level domains', preloadedTopLevelDomains.date),
    age('Mail providers', providersDate),
    age('Cookies of vendors', vendorCookies.date),
    age('Compromised script hosts', compromisedDate),
    age('Support of web servers', endOfLifeDate),
    age('Support of network services', serviceEndOfLifeDate),
    age('Support of OpenSSH releases', endedReleasesDate),
    age('Support of content management systems', supportDate),
    age('Support of JavaScript libraries', unmaintainedDate),
    age('Simulated TLS clients', simulatedClientsDate),
    age('TLS profiles', profilesDate),
  ];
}
