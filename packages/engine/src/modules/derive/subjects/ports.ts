import { type ServiceId, serviceNames } from '@perimeter/protocols/services/services.data';
import { talks } from '@perimeter/protocols/services/talks.data';
import type { Found, Judged, Place, Subject } from '../../../catalogue/check-of.ts';
import {
  inconclusive,
  type Lines,
  notApplicable,
  type Outcome,
  pass,
  type Plain,
  type Verdict,
  openBy,
  type Why,
  whyBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedBy, portLocation, type ServicesEvidence, unasked, weighShared } from '../network/swept.ts';
import { talkCommand } from '../network/talk-command.ts';
import { firstAndMore, shorten } from '../../../evidence/words/text.ts';

/** An open port of a host. */
export interface HostPort extends OpenPort {
  host: string;
}

/** Services that a check is about, found anywhere or expected at their default ports; every: any open port. */
type Services = readonly ServiceId[] | 'every';

/** The default ports of services. */
const portsOf = (services: readonly ServiceId[]): ReadonlySet<number> =>
  new Set(talks.filter(({ service }) => services.includes(service)).flatMap(({ ports }) => ports));

const tlsLine = ({ tls }: OpenPort): string | null =>
  tls === null
    ? null
    : `${tls.protocol}: certificate of ${shorten(tls.subject, 120)}, issued by ${shorten(tls.issuer, 120)}`;

const certificateCommand = ({ address, port, host }: HostPort): string | null =>
  opensslLine({ address, port, serverName: host }, '</dev/null 2>/dev/null | openssl x509 -noout -subject -issuer');

const shownLines = (open: HostPort): Lines => [
  `${open.address} TCP port ${open.port}: open`,
  tlsLine(open),
  open.sent === '' ? null : `sent: ${open.sent}`,
  open.heard === '' ? null : `received: ${open.heard}`,
];

/** What was sent to a port and came back, and the command that shows it. */
export const quotePort = (open: HostPort): Lines => [shownLines(open), talkCommand(open, open.host)];

/** The same, with the command that shows the port's certificate. */
export const quoteCertificate = (open: HostPort): Lines => [shownLines(open), certificateCommand(open)];

/** Why ports without an answer cannot be judged; if the address answered throughout, they are filtered. */
function unanswered({ silent, unseen, address, answering }: SweptAddress, isAsked: (port: number) => boolean): Why[] {
  const dropped = answering ? [] : silent.filter(isAsked);
  return [
    ...(dropped.length === 0
      ? []
      : [whyBy('port-unanswered', { address, port: firstAndMore(dropped.map(String), 6) })]),
    ...unseen
      .filter(({ port }) => isAsked(port))
      .map(({ port, failure }) => whyAs(failure, 'port-failed', { port, failure: failureText(failure) })),
  ];
}

/** The ports that a check is about. */
interface Scope {
  isUsual: (port: number) => boolean;
  isAbout: (open: OpenPort) => boolean;
  /** Whether unanswered ports prevent a pass. */
  needsAll: boolean;
}

function scopeOf(services: Services): Scope {
  if (services === 'every') return { isUsual: () => true, isAbout: () => true, needsAll: false };
  const usual = portsOf(services);
  const isUsual = (port: number): boolean => usual.has(port);
  const isAbout = ({ service, port }: OpenPort): boolean =>
    service === null ? isUsual(port) : services.includes(service);
  return { isUsual, isAbout, needsAll: true };
}

/** Another check reports this open port. */
export const coveredBy = (checkId: string): Plain => ({
  outcome: 'not-applicable',
  reason: `Reported as ${checkId}`,
  coveredBy: checkId,
});

/** A port with an unknown service proves nothing, unless the check is about any open port. */
function weighPort(verdict: Verdict, open: OpenPort, place: SweptAddress, { needsAll }: Scope): Verdict {
  if (verdict.outcome === 'pass' && open.service === null && needsAll)
    return openBy('port-unidentified', {
      port: open.port,
      failure: open.failure === null ? '' : ` (${failureText(open.failure)})`,
    });
  return weighShared(verdict, place);
}

function placesAt(place: SweptAddress, { open }: PortsEvidence, scope: Scope): Place<HostPort>[] {
  const { isUsual, isAbout, needsAll } = scope;
  const own = open.filter(({ address }) => address === place.address);
  const asked = [...place.closed, ...place.silent, ...own.map(({ port }) => port)].filter(isUsual);
  const location = portLocation(place, asked[0] ?? 443);
  const closed = closedBy(place);
  if (closed !== null) return [{ settled: closed, location }];
  // Open ports are judged although others drop packets, unless all of them do.
  const isHeard = !needsAll && place.closed.length + own.length > 0;
  const gaps = unanswered(isHeard ? { ...place, silent: [] } : place, isUsual);
  return [
    ...own.filter(isAbout).map((one) => ({
      of: { ...one, host: place.host },
      location: portLocation(place, one.port),
      weigh: (verdict: Verdict) => weighPort(verdict, one, place, scope),
    })),
    ...gaps.map((gap) => ({ settled: inconclusive(gap), location })),
    ...(asked.length > 0 ? [{ settled: pass(''), location }] : []),
  ];
}

/** A service that was found as it should be is named; the others were not found. */
function passWords(services: Services, { open }: PortsEvidence): string {
  if (services === 'every') return 'No open port shows it';
  const found = open.flatMap(({ service, port }) =>
    service !== null && services.includes(service) ? [`${serviceNames[service]} on port ${port}`] : [],
  );
  return found.length > 0
    ? `Found without this fault: ${firstAndMore([...new Set(found)], 4)}`
    : `Not found on any address of the site: ${firstAndMore(
        services.map((service) => serviceNames[service]),
        4,
      )}`;
}

function reworded(outcome: Outcome, judged: readonly Judged[], words: () => string): Outcome {
  if (outcome.outcome !== 'pass') return outcome;
  const [covered] = judged.flatMap((one) => ('coveredBy' in one ? [one] : []));
  return covered === undefined ? pass(words()) : notApplicable(covered.reason);
}

/**
 * The open ports where strangers reach one of these services. A pass needs an answer from each of their default ports
 * at every address of the site.
 */
export const portsOfServices = (services: Services): Subject<keyof ServicesEvidence, HostPort> => ({
  needs: ['ports', 'endpoints'],
  select: (evidence, { mode }) => {
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const { ports } = evidence;
    const places = ports.addresses.flatMap((place) => placesAt(place, ports, scopeOf(services)));
    if (places.length > 0)
      return { places, settle: (outcome, judged) => reworded(outcome, judged, () => passWords(services, ports)) };
    return notApplicable(
      mode === 'deep' && !ports.longList
        ? 'These ports are tested only with stated authority to test the domain'
        : 'These ports were not tested',
    );
  },
  quote: quotePort,
});

/** What strangers can do where a service gives them the access of its users. */
export const whereOpen =
  (describe: (open: HostPort) => string) =>
  (open: HostPort): string | null =>
    open.access === 'open' ? describe(open) : null;

/** What strangers can do where a service should not be reachable at all. */
export const whereThere =
  (describe: (open: HostPort) => string) =>
  (open: HostPort): string | null =>
    open.service === null ? null : describe(open);

/** What strangers can do at a port that accepts connections, without further tests. */
export const whereMute =
  (describe: (open: HostPort) => string, confidence: (open: HostPort) => 'firm' | 'potential') =>
  (open: HostPort): Found | Plain =>
    open.service === null && open.heard !== ''
      ? openBy('other-service', { port: open.port })
      : { description: describe(open), confidence: confidence(open) };
