import { html, refused, silent, type Row, testRows, walled } from '../../derive/http/testing/evidence.ts';
import { hdrPowerfulInfo, hdrReporting, hdrTimingOrigin } from './reporting.ts';

const reportTo = 'Report-To: {"group":"a","max_age":60,"endpoints":[{"url":"https://r.lab/"}]}';

const rows: Row[] = [
  [hdrReporting, 'no reports', html([]), 'not-applicable', /No reporting/],
  [
    hdrReporting,
    'current endpoints',
    html(['Reporting-Endpoints: main="https://r.lab/"', reportTo]),
    'pass',
    /Reporting-Endpoints/,
  ],
  [hdrReporting, 'relative endpoints', html(['Reporting-Endpoints: main="/reports"']), 'pass', /Reporting-Endpoints/],
  [hdrReporting, 'Report-To alone', html([reportTo]), 'informational', /Only Report-To[^]*Report-To: \{"group"/],
  [
    hdrReporting,
    'NEL without a group',
    html(['Reporting-Endpoints: main="/r"', 'NEL: {"report_to":"a","max_age":60}']),
    'informational',
    /NEL is sent without/,
  ],
  [
    hdrReporting,
    'an endpoint over cleartext',
    html(['Reporting-Endpoints: main="http://r.lab/"']),
    'informational',
    /Browsers cannot send reports to http:\/\/r\.lab\//,
  ],
  [
    hdrReporting,
    'a policy that reports to an endpoint that nothing defines',
    html(["Content-Security-Policy: default-src 'self'; report-to main"]),
    'informational',
    /reports to "main", which no header defines[^]*\nContent-Security-Policy: default-src 'self'; report-to main/,
  ],
  [
    hdrReporting,
    'a parameter that names no defined endpoint',
    html(['Reporting-Endpoints: main="/r"', 'Cross-Origin-Opener-Policy: same-origin; report-to="coop"']),
    'informational',
    /Cross-Origin-Opener-Policy reports to "coop"/,
  ],
  [
    hdrReporting,
    'a policy that reports to a defined endpoint',
    html(['Reporting-Endpoints: main="/r"', 'Content-Security-Policy-Report-Only: report-to main']),
    'pass',
    /configures reporting/,
  ],
  [
    hdrReporting,
    'NEL with a group that Report-To does not define',
    html(['Reporting-Endpoints: main="/r"', reportTo, 'NEL: {"report_to":"b","max_age":60}']),
    'informational',
    /NEL reports to "b", which no header defines/,
  ],
  [hdrReporting, 'a challenge page', walled([]), 'inconclusive', /challenge/],

  [
    hdrTimingOrigin,
    'every site',
    html(['Timing-Allow-Origin: https://a.lab, *']),
    'informational',
    /Timing-Allow-Origin: https:\/\/a\.lab, \*/,
  ],
  [hdrTimingOrigin, 'named sites', html(['Timing-Allow-Origin: https://a.lab']), 'pass', /lists specific origins/],
  [hdrTimingOrigin, 'no header', html([]), 'not-applicable', /not sent/],
  [hdrTimingOrigin, 'silence', silent, 'inconclusive', /timeout/],

  [hdrPowerfulInfo, 'none', html([]), 'pass', /No such header/],
  [
    hdrPowerfulInfo,
    'two',
    html(['Origin-Agent-Cluster: ?1', 'X-DNS-Prefetch-Control: off']),
    'informational',
    /origin-agent-cluster, x-dns-prefetch-control[^]*Origin-Agent-Cluster: \?1/,
  ],
  [hdrPowerfulInfo, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrPowerfulInfo, 'a challenge page', walled([]), 'inconclusive', /challenge/],
];

testRows(rows);
