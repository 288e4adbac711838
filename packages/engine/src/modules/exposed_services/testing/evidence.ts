import { type Row as RowOf, rowTester } from '../../../catalogue/testing/rows.ts';
import type { Check } from '../../../catalogue/check.ts';
import { endpointHost } from '../../../evidence/endpoints/example.ts';
import { mutePort, quietAddress } from '../../../evidence/ports/example.ts';
import { noPorts } from '../../../evidence/ports/none.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../evidence/ports/schema.ts';
import type { ServicesEvidence } from '../../derive/network/swept.ts';

const address = quietAddress.address;

/** An open port with these facts. */
export const portOf = (port: number, change: Partial<OpenPort> = {}): OpenPort => ({ ...mutePort, port, ...change });

/** A service at a port that answered. */
export const serviceAt = (
  port: number,
  service: NonNullable<OpenPort['service']>,
  access: OpenPort['access'],
  change: Partial<OpenPort> = {},
): OpenPort => portOf(port, { service, access, heard: 'answer', heardBytes: 6, ...change });

/** A site of one address with these open ports, and others that refuse connections. */
export const sweptWith = (
  open: readonly OpenPort[],
  place: Partial<SweptAddress> = {},
  change: Partial<PortsEvidence> = {},
): ServicesEvidence => ({
  endpoints: { hosts: [endpointHost('site.lab', [address])] },
  ports: {
    ...noPorts,
    notAsked: null,
    longList: true,
    addresses: [{ ...quietAddress, ...place }],
    open: [...open],
    ...change,
  },
});

/** A site at which these ports refuse connections. */
export const closedAt = (...ports: readonly number[]): ServicesEvidence => sweptWith([], { closed: [...ports] });

export const notAsked = (why: NonNullable<PortsEvidence['notAsked']>): ServicesEvidence => ({
  endpoints: { hosts: [endpointHost('site.lab', [address])] },
  ports: { ...noPorts, notAsked: why },
});

/** A site where every port with a check is unanswered. */
export const silentSite = (ports: readonly number[]): ServicesEvidence =>
  sweptWith([], { silent: [...ports], answering: false });

export type Row = RowOf<ServicesEvidence>;
export const testRows = rowTester((evidence: ServicesEvidence) => evidence);

/** The rows that every service check has: an exposed service, none, no answer, and an address that is not the site's. */
export const serviceRows = (check: Check, open: OpenPort, outcome: 'fail' | 'informational', says: RegExp): Row[] => {
  const { port } = open;
  return [
    [check, 'it is there', sweptWith([open]), outcome, says],
    [check, 'the port is closed', closedAt(port), 'pass'],
    [check, 'the port is filtered', sweptWith([], { silent: [port] }), 'pass'],
    [
      check,
      'the address is silent',
      sweptWith([], { silent: [port], answering: false }),
      'inconclusive',
      /may be filtered/,
    ],
    [
      check,
      'the port was not seen',
      sweptWith([], { unseen: [{ port, failure: { reason: 'timeout', gap: 'words-kept', values: [''] } }] }),
      'inconclusive',
      /timeout/,
    ],
    [
      check,
      'another service has the port',
      sweptWith([serviceAt(port, open.service === 'ssh' ? 'smtp' : 'ssh', 'unknown')]),
      'pass',
    ],
    [check, 'a tarpit', sweptWith([open], { tarpit: true }), 'inconclusive', /cannot all be in use/],
    [
      check,
      'an edge',
      sweptWith([open], { edge: { name: 'Cloudflare', by: 'range' } }),
      'not-applicable',
      /Cloudflare, which operates/,
    ],
    [check, 'no address', notAsked('no-address'), 'not-applicable'],
    [check, 'robots.txt bars it', notAsked('robots'), 'inconclusive', /robots_txt/],
    [check, 'the operator does not allow it', notAsked('passive'), 'not-applicable', /operator/],
    [check, 'a shared server', sweptWith([open], { sharedWith: 'hoster.example' }), outcome, /its operator \(hoster/],
  ];
};

/** The rows of a check whose outcome depends on authentication. */
export const loginRows = (check: Check, open: OpenPort, says: RegExp): Row[] => [
  ...serviceRows(check, open, 'fail', says),
  [
    check,
    'it requires a login',
    sweptWith([{ ...open, access: 'guarded', marks: [] }]),
    'pass',
    new RegExp(`Found without this fault: .* on port ${open.port}$`),
  ],
  [check, 'a port that says nothing', sweptWith([portOf(open.port)]), 'inconclusive', /did not identify/],
];
