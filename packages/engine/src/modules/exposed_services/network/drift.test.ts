import type { RememberedPorts } from '../../../evidence/history/schema.ts';
import { quietAddress } from '../../../evidence/ports/example.ts';
import { type Row as RowOf, rowTester } from '../../../catalogue/testing/rows.ts';
import { closedAt, notAsked, serviceAt, sweptWith } from '../testing/evidence.ts';
import { portUnexpected } from './drift.ts';
import type { ServicesEvidence } from '../../derive/network/swept.ts';

const earlier = (change: Partial<RememberedPorts> = {}) => ({
  address: quietAddress.address,
  open: [22],
  closed: [6379],
  lastSeenMs: Date.parse('2026-10-01T12:00:00Z'),
  ...change,
});
const since = (evidence: ServicesEvidence, ...ports: RememberedPorts[]) => ({
  ...evidence,
  history: { sinceMs: ports[0]?.lastSeenMs ?? null, keys: [], sessions: [], ports },
});
const redis = sweptWith([serviceAt(6379, 'redis', 'guarded')]);
const testRows = rowTester((evidence: ReturnType<typeof since>) => evidence);
const rows: RowOf<ReturnType<typeof since>>[] = [
  [portUnexpected, 'a port that was closed', since(redis, earlier()), 'informational', /6379 \(Redis\).*2026-10-01/],
  [portUnexpected, 'a port that was open', since(redis, earlier({ open: [6379], closed: [] })), 'pass', /2026-10-01/],
  [portUnexpected, 'a port that was not tested', since(redis, earlier({ closed: [] })), 'pass'],
  [portUnexpected, 'nothing is open', since(closedAt(6379), earlier()), 'pass'],
  [portUnexpected, 'another address', since(redis, earlier({ address: '203.0.113.99' })), 'not-applicable'],
  [portUnexpected, 'the first audit', since(redis), 'not-applicable', /No earlier audit/],
  [
    portUnexpected,
    'a tarpit',
    since(sweptWith([serviceAt(6379, 'redis', 'open')], { tarpit: true }), earlier()),
    'inconclusive',
  ],
  [portUnexpected, 'robots.txt bars it', since(notAsked('robots'), earlier()), 'inconclusive'],
];
testRows(rows);
