import { seen, untested, unseen } from '../../evidence/observed.ts';
import { hstsNoSubdomains, hstsPreloadIneligible, hstsPreloadStatus, hstsRedirectHop } from './hsts-hosts.ts';
import { hstsMissing } from './hsts.ts';
import { httpRedirectFirstHop } from './redirects.ts';
import {
  type Enforcement,
  type EnforcementRow,
  hsts,
  sound,
  testEnforcementRows,
  visits,
  withPreload,
} from './testing/evidence.ts';

const bare = sound([]);
const away = visits({
  'http-apex': [
    ['http://site.lab/', 301, 'Location: https://www.site.lab/'],
    ['https://www.site.lab/', 200],
  ],
});
const hop = visits({
  'https-apex': [
    ['https://site.lab/', 301, 'Location: https://www.site.lab/'],
    ['https://www.site.lab/', 200, hsts()],
  ],
});
const preload = (evidence: Enforcement, how: Enforcement['http']['preload']): Enforcement => ({
  ...evidence,
  http: { ...evidence.http, preload: how },
});
const alone = sound([hsts('max-age=31536000')]);
const asking = sound([hsts('max-age=300; preload')]);
const withoutSubdomains = (evidence: Enforcement): Enforcement => {
  const listed = withPreload(evidence, ['site.lab']);
  const how = listed.http.preload;
  if (how?.known !== true) return listed;
  const hosts = how.value.hosts.map((one) => ({
    ...one,
    entry: one.entry === null ? null : { ...one.entry, includeSubdomains: false },
  }));
  return preload(evidence, seen({ ...how.value, hosts }));
};
const cut = unseen('malformed', 'preload-unreadable', 'it ends early');

// The audits start on 2026-09-21.
const rows: EnforcementRow[] = [
  [hstsMissing, 'a host on the list', withPreload(bare, ['site.lab']), 'pass', /preloaded/],
  [hstsMissing, 'a host on an old list', withPreload(bare, ['site.lab'], '2025-01-01'), 'pass', /preloaded/],
  [hstsMissing, 'a host that the list lacks', withPreload(bare, []), 'fail'],
  [hstsMissing, 'no list', preload(bare, untested('preload-off')), 'fail'],
  [httpRedirectFirstHop, 'a host on the list', withPreload(away, ['site.lab']), 'not-applicable', /preloaded/],
  [httpRedirectFirstHop, 'a host that the list lacks', withPreload(away, ['www.site.lab']), 'fail'],
  [hstsRedirectHop, 'a host on the list', withPreload(hop, ['site.lab']), 'pass'],
  [hstsRedirectHop, 'a host that the list lacks', withPreload(hop, []), 'fail'],
  [hstsNoSubdomains, 'a host on the list with its subdomains', withPreload(alone, ['site.lab']), 'pass'],
  [hstsNoSubdomains, 'a host on the list alone', withoutSubdomains(alone), 'fail'],
  [hstsNoSubdomains, 'a host on the list alone, and no header', withoutSubdomains(bare), 'fail'],
  [hstsPreloadIneligible, 'a host on the list that asks in vain', withPreload(asking, ['site.lab']), 'not-applicable'],
  [hstsPreloadIneligible, 'a host that asks in vain', withPreload(asking, []), 'fail'],
  [
    hstsPreloadStatus,
    'on the list',
    withPreload(bare, ['site.lab']),
    'informational',
    /by the entry site\.lab \(list\.json of 2026-09-01\)/,
  ],
  [
    hstsPreloadStatus,
    'not on the list',
    withPreload(bare, []),
    'informational',
    /is not on the preload list .* does not ask/,
  ],
  [
    hstsPreloadStatus,
    'not on the list, and asking for it',
    withPreload(sound([hsts('max-age=31536000; includeSubDomains; preload')]), []),
    'informational',
    /is not on the preload list .* asks for preloading/,
  ],
  [hstsPreloadStatus, 'not on an old list', withPreload(bare, [], '2026-06-23'), 'inconclusive', /outdated/],
  [hstsPreloadStatus, 'not on a list of 89 days', withPreload(bare, [], '2026-06-24'), 'informational'],
  [hstsPreloadStatus, 'on an old list', withPreload(bare, ['site.lab'], '2026-01-01'), 'informational'],
  [hstsPreloadStatus, 'no list', preload(bare, untested('preload-off')), 'not-applicable', /PERIMETER_HSTS_PRELOAD/],
  [hstsPreloadStatus, 'evidence of an earlier audit', bare, 'not-applicable'],
  [hstsPreloadStatus, 'a list that cannot be read', preload(bare, cut), 'inconclusive', /ends early/],
];

testEnforcementRows(rows);
