import { noBehaviour } from '../../evidence/behaviour/none.ts';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { answered, failed, silent } from '../derive/http/testing/evidence.ts';
import { httpDefaultVhost, httpHostInjection, httpMethods, httpTrace } from './behaviour.ts';
import {
  certificatesOf,
  type Enforcement,
  type EnforcementRow,
  hsts,
  testEnforcementRows,
  visits,
} from './testing/evidence.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const asked = (behaviour: Partial<BehaviourEvidence>): Enforcement =>
  visits(
    { 'https-apex': [['https://site.lab/', 200, hsts()]] },
    { behaviour: { ...noBehaviour, url: 'https://site.lab/', notAsked: null, ...behaviour } },
  );
const answer = (id: string, status: number, ...lines: readonly string[]) => ({
  ...answered(id, lines, { status, reason: 'x' }),
  method: id.toUpperCase(),
});

const traced = (status: number, echoed: boolean) =>
  asked({ exchanges: [answer('trace', status)], trace: { exchange: 'trace', echoed } });
const sentHost = (status: number, reflectedIn: NonNullable<BehaviourEvidence['hostHeader']>['reflectedIn']) =>
  asked({
    exchanges: [
      answered('host', [], { status, reason: 'x', body: status === 200 ? '<!doctype html><title>x</title>' : 'no' }),
    ],
    hostHeader: { sent: 'p1.example', exchange: 'host', reflectedIn },
  });
const options = (...lines: readonly string[]) =>
  asked({ exchanges: [answer('options', 200, ...lines)], options: { exchange: 'options' } });
const robots = asked({ notAsked: 'robots' });

const rows: EnforcementRow[] = [
  [httpTrace, 'an echo', traced(200, true), 'fail', /repeats the header X-Perimeter/],
  [httpTrace, 'refused', traced(405, false), 'pass', /405/],
  [httpTrace, 'a rate limit', traced(429, false), 'inconclusive'],
  [httpTrace, 'a broken way to the server', traced(502, false), 'inconclusive'],
  [httpTrace, 'not implemented', traced(501, false), 'pass'],
  [
    httpTrace,
    'no answer',
    asked({ exchanges: [failed('trace', 'timeout')], trace: { exchange: 'trace', echoed: false } }),
    'inconclusive',
  ],
  [httpTrace, 'not asked because of robots.txt', robots, 'inconclusive', /robots\.txt/],
  [httpTrace, 'silence', nothing, 'inconclusive'],
  [httpHostInjection, 'in the canonical link', sentHost(200, ['canonical']), 'fail', /canonical link/],
  [httpHostInjection, 'in a redirect', sentHost(301, ['location']), 'fail', /Location header/],
  [httpHostInjection, 'nowhere', sentHost(404, []), 'pass'],
  [httpHostInjection, 'silence', nothing, 'inconclusive'],
  [httpMethods, 'QUERY, which changes nothing', options('Allow: GET, HEAD, QUERY'), 'pass'],
  [httpMethods, 'PUT', options('Allow: GET, HEAD, PUT'), 'informational', /PUT/],
  [httpMethods, 'methods of visitors', options('Allow: GET, HEAD, POST, OPTIONS'), 'pass'],
  [httpMethods, 'no methods', options(), 'pass'],
  [httpMethods, 'silence', nothing, 'inconclusive'],
  [httpDefaultVhost, 'the same document', sentHost(200, []), 'informational', /own document/],
  [httpDefaultVhost, 'an error', sentHost(421, []), 'pass'],
  [httpDefaultVhost, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);
