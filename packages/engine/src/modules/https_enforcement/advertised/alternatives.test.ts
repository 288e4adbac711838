import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import { type Observed, seen, unseen } from '../../../evidence/observed.ts';
import type { Registration } from '../../../evidence/registration.ts';
import { silent } from '../../derive/http/testing/evidence.ts';
import {
  certificatesOf,
  type Enforcement,
  type EnforcementRow,
  hsts,
  testEnforcementRows,
  visits,
} from '../testing/evidence.ts';
import { http3Broken, httpAltsvcForeign } from './alternatives.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const site = (behaviour: Partial<BehaviourEvidence>): Enforcement =>
  visits(
    { 'https-apex': [['https://site.lab/', 200, hsts()]] },
    { behaviour: { ...noBehaviour, url: 'https://site.lab/', notAsked: null, ...behaviour } },
  );

const place = { by: 'alt-svc', host: 'site.lab', address: '203.0.113.10', port: 443, tries: 3 } as const;
const http3 = (versions: Observed<number[]>, advertised: string | null = 'h3=":443"') =>
  site({ http3: { advertised, asked: { ...place, versions } } });
const refused = unseen('refused', 'step-failed', 'ask(203.0.113.10:443)', 'ECONNREFUSED');

const registration = (status: Registration['status'], proof: Registration['proof']): Registration => ({
  domain: 'gone.lab',
  status,
  proof,
});
const alternative = (
  name: NonNullable<BehaviourEvidence['alternatives']>[number]['name'],
  owner: Registration | null,
  host = 'alt.gone.lab',
) => site({ alternatives: [{ host, name, registration: owner }] });

const rows: EnforcementRow[] = [
  [http3Broken, 'versions of QUIC', http3(seen([1, 0x6b33_43cf])), 'pass', /0x00000001, 0x6b3343cf/],
  [http3Broken, 'a closed port', http3(refused), 'fail', /UDP port 443 of 203\.0\.113\.10 is closed/],
  [
    http3Broken,
    'silence',
    http3(unseen('timeout', 'server-silent', 1_000)),
    'fail',
    /did not answer 3 datagrams[^]*python3 -c/,
  ],
  [
    http3Broken,
    'a closed port that the HTTPS record names',
    site({ http3: { advertised: null, asked: { ...place, by: 'https-record', versions: refused } } }),
    'fail',
    /in the HTTPS record[^]*alpn with h3/,
  ],
  [http3Broken, 'other datagrams', http3(unseen('malformed', 'server-other-answers', 2)), 'inconclusive'],
  [http3Broken, 'the budget', http3(unseen('budget', 'bytes-used-up', 2)), 'inconclusive'],
  [http3Broken, 'not advertised', site({ http3: { advertised: null, asked: null } }), 'not-applicable'],
  [
    http3Broken,
    'advertised elsewhere',
    site({ http3: { advertised: 'h3="alt.lab:443"', asked: null } }),
    'not-applicable',
    /another host/,
  ],
  [http3Broken, 'evidence from before it was asked', site({ http3: { advertised: 'h3=":443"' } }), 'inconclusive'],
  [http3Broken, 'silence of the site', nothing, 'inconclusive'],
  [
    httpAltsvcForeign,
    'a domain that nobody has registered',
    alternative('missing', registration('unregistered', 'registry')),
    'fail',
    /gone\.lab is not registered/,
  ],
  [
    httpAltsvcForeign,
    'a host that does not exist in a registered domain',
    alternative('missing', registration('registered', 'resolver')),
    'fail',
    /alt\.gone\.lab, which does not exist[^]*dig A alt\.gone\.lab/,
  ],
  [httpAltsvcForeign, 'a missing host of the own domain', alternative('missing', null, 'alt.site.lab'), 'fail'],
  [httpAltsvcForeign, 'a host that exists', alternative('resolves', registration('registered', 'resolver')), 'pass'],
  [
    httpAltsvcForeign,
    'a domain without an answer',
    alternative('unknown', registration('unknown', 'resolver')),
    'inconclusive',
    /gone\.lab/,
  ],
  [httpAltsvcForeign, 'an own host without an answer', alternative('unknown', null, 'alt.site.lab'), 'inconclusive'],
  [httpAltsvcForeign, 'no other host', site({ alternatives: [] }), 'not-applicable'],
  [httpAltsvcForeign, 'evidence from before they were looked up', site({}), 'inconclusive'],
  [httpAltsvcForeign, 'silence of the site', nothing, 'inconclusive'],
];

testEnforcementRows(rows);
