import { type ServiceId, serviceNames } from '@perimeter/protocols/services/services.data';
import { talks } from '@perimeter/protocols/services/talks.data';
import { type Check, type CheckDefinition, defineCheck } from '../../catalogue/check.ts';
import { combine, type Judged } from '../../catalogue/combine.ts';
import { opensslLine } from '../../catalogue/reproduce.ts';
import {
  fail,
  type FindingDraft,
  inconclusive,
  informational,
  type Location,
  notApplicable,
  type Outcome,
  pass,
  type Plain,
} from '../../catalogue/outcome.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { failureText } from '../../evidence/failure-text.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../evidence/ports/schema.ts';
import { firstAndMore, shorten } from '../derive/words/text.ts';
import { talkCommand } from './talk-command.ts';

/** What every check of services looks at. */
export type ServicesEvidence = Pick<EvidenceByKind, 'ports' | 'endpoints'>;

/** What an open port means for a check. */
export interface Exposed {
  /** What strangers can do there, and what is expected instead. */
  description: string;
  confidence?: 'firm' | 'potential';
  /** A vector in place of the check's own. */
  cvss?: NonNullable<FindingDraft['cvss']>;
  subject?: string;
  /** In place of what was sent and came back. */
  evidence?: FindingDraft['evidence'];
  /** The command shows the certificate of the port, not its answer. */
  isOfCertificate?: true;
  /** Told, and not a failure. */
  informs?: true;
}

/** What a check makes of an open port; a text: why it cannot be judged; null: nothing; covered: another check reports it. */
type Judge = (open: OpenPort) => Exposed | Covered | string | null;

/** The check that reports an open port in place of the one that is asked. */
export interface Covered {
  by: string;
}

/** What a check says of itself; its factory adds what it reads, and how it judges that. */
export type Facts = Omit<CheckDefinition<keyof ServicesEvidence>, 'needs' | 'evaluate'>;

interface Judging {
  /** Services that the check is about, with the ports that are theirs by default; every: whatever is open. */
  services: readonly ServiceId[] | 'every';
  judge: Judge;
}

/** The ports that services have by default. */
export const portsOf = (services: readonly ServiceId[]): ReadonlySet<number> =>
  new Set(talks.filter(({ service }) => services.includes(service)).flatMap(({ ports }) => ports));

const notAskedWords: Record<NonNullable<PortsEvidence['notAsked']>, Plain> = {
  'no-address': notApplicable('The site has no address whose ports can be tested'),
  robots: inconclusive('robots_txt: robots.txt of the site bars this audit'),
  passive: notApplicable('The operator of this service does not allow port scans for this caller'),
};

/** Why no port can be judged; null where some can. */
export function unasked({ ports, endpoints }: ServicesEvidence): Plain | null {
  const unknown = hostsWith(endpoints, 'web').find(({ status }) => status === 'failed');
  if (ports.notAsked === 'no-address' && unknown !== undefined)
    return inconclusive(`The addresses of ${unknown.host} could not be looked up`);
  if (ports.notAsked !== null) return notAskedWords[ports.notAsked];
  const edges = ports.addresses.flatMap(({ edge }) => edge?.name ?? []);
  return edges.length === ports.addresses.length
    ? notApplicable(`The addresses belong to ${firstAndMore([...new Set(edges)], 2)}, which operates their other ports`)
    : null;
}

/** The place of a port. */
export const placeOf = ({ host, address }: Pick<SweptAddress, 'host' | 'address'>, port: number): Location => ({
  host,
  address,
  port,
  url: `tcp://${host}:${port}`,
});

const tlsLine = ({ tls }: OpenPort): string | null =>
  tls === null
    ? null
    : `${tls.protocol}: certificate of ${shorten(tls.subject, 120)}, issued by ${shorten(tls.issuer, 120)}`;

const certificateCommand = ({ address, port }: OpenPort, serverName: string): string | null =>
  opensslLine({ address, port, serverName }, '</dev/null 2>/dev/null | openssl x509 -noout -subject -issuer');

/** What was sent to a port and came back, and the command that shows it. */
export const linesOf = (
  open: OpenPort,
  { host }: SweptAddress,
  { isOfCertificate }: Pick<Exposed, 'isOfCertificate'> = {},
): FindingDraft['evidence'] => [
  `${open.address} TCP port ${open.port}: open`,
  tlsLine(open),
  open.sent === '' ? null : `sent: ${open.sent}`,
  open.heard === '' ? null : `received: ${open.heard}`,
  isOfCertificate ? certificateCommand(open, host) : talkCommand(open, host),
];

const sharedText = ({ sharedWith }: SweptAddress): string =>
  sharedWith === null ? '' : ` The server is shared: its operator (${shorten(sharedWith, 80)}) can close the port.`;

/** The verdict on one open port, which names its place by itself. */
export function judgedPort(open: OpenPort, place: SweptAddress, exposed: Exposed): Judged {
  const { description, confidence, cvss, subject, informs, evidence = linesOf(open, place, exposed) } = exposed;
  const draft = {
    description: `${description}${sharedText(place)}`,
    evidence,
    ...(subject === undefined ? {} : { subject }),
  };
  const sure = confidence ?? (place.sharedWith === null ? undefined : 'firm');
  const verdict = informs
    ? informational(draft)
    : fail({ ...draft, ...(sure && { confidence: sure }), ...(cvss && { cvss }) });
  return { ...verdict, location: placeOf(place, open.port) };
}

/** Why ports without an answer cannot be judged: where the address answered throughout, they are filtered, and closed to strangers. */
function unanswered(
  { silent, unseen, address, answering }: SweptAddress,
  isAsked: (port: number) => boolean,
): string[] {
  const dropped = answering ? [] : silent.filter(isAsked);
  return [
    ...(dropped.length === 0
      ? []
      : [`No answer from ${address} port ${firstAndMore(dropped.map(String), 6)}: packets may be filtered`]),
    ...unseen.filter(({ port }) => isAsked(port)).map(({ port, failure }) => `Port ${port}: ${failureText(failure)}`),
  ];
}

/** Why an address cannot be judged as a whole; null where it can. */
export const closedBy = ({ edge, tarpit, address }: SweptAddress): Plain | null => {
  if (edge !== null) return notApplicable(`${address} belongs to ${edge.name}, which operates its other ports`);
  return tarpit ? inconclusive(`${address} accepts connections on ports that cannot all be in use`) : null;
};

const unknownText = ({ port, failure }: OpenPort): string =>
  `Port ${port} is open and did not identify its service${failure === null ? '' : ` (${failureText(failure)})`}`;

/** What of a target's ports a check is about. */
interface Scope {
  isUsual: (port: number) => boolean;
  isAbout: (open: OpenPort) => boolean;
  /** Whether ports without an answer stand against a pass. */
  needsAll: boolean;
}

function scopeOf({ services }: Judging): Scope {
  if (services === 'every') return { isUsual: () => true, isAbout: () => true, needsAll: false };
  const usual = portsOf(services);
  const isUsual = (port: number): boolean => usual.has(port);
  const isAbout = ({ service, port }: OpenPort): boolean =>
    service === null ? isUsual(port) : services.includes(service);
  return { isUsual, isAbout, needsAll: true };
}

const coveredMark = 'Reported as ';

function verdictOn(open: OpenPort, place: SweptAddress, judge: Judge, needsAll: boolean): Judged {
  const exposed = judge(open);
  const location = placeOf(place, open.port);
  if (typeof exposed === 'string') return { ...inconclusive(exposed), location };
  if (exposed === null)
    return { ...(open.service === null && needsAll ? inconclusive(unknownText(open)) : pass('')), location };
  return 'by' in exposed
    ? { ...notApplicable(`${coveredMark}${exposed.by}`), location }
    : judgedPort(open, place, exposed);
}

function judgeAddress(place: SweptAddress, { open }: PortsEvidence, judging: Judging): Judged[] {
  const { isUsual, isAbout, needsAll } = scopeOf(judging);
  const own = open.filter(({ address }) => address === place.address);
  const asked = [...place.closed, ...place.silent, ...own.map(({ port }) => port)].filter(isUsual);
  const location = placeOf(place, asked[0] ?? 443);
  const closed = closedBy(place);
  if (closed !== null) return [{ ...closed, location }];
  // What is open is judged although other ports drop packets, unless all of them do.
  const isHeard = !needsAll && place.closed.length + own.length > 0;
  const gaps = unanswered(isHeard ? { ...place, silent: [] } : place, isUsual);
  return [
    ...own.filter(isAbout).map((one) => verdictOn(one, place, judging.judge, needsAll)),
    ...gaps.map((reason) => ({ ...inconclusive(reason), location })),
    ...(asked.length > 0 ? [{ ...pass(''), location }] : []),
  ];
}

const passWords = ({ services }: Judging): string =>
  services === 'every'
    ? 'No open port shows it'
    : `Not found on any address of the site: ${firstAndMore(
        services.map((service) => serviceNames[service]),
        4,
      )}`;

/** The verdict on each address of the site that strangers can reach. */
function evaluated({ mode, finding }: Facts, judging: Judging, evidence: ServicesEvidence): Outcome {
  const nothing = unasked(evidence);
  if (nothing !== null) return nothing;
  const { ports } = evidence;
  const judged = ports.addresses.flatMap((place) => judgeAddress(place, ports, judging));
  if (judged.length === 0)
    return notApplicable(
      mode === 'deep' && !ports.longList
        ? 'These ports are tested only with stated authority to test the domain'
        : 'These ports were not tested',
    );
  const outcome = combine(finding, judged);
  if (outcome.outcome !== 'pass') return outcome;
  const covered = judged.find((one) => one.outcome === 'not-applicable' && one.reason.startsWith(coveredMark));
  return covered !== undefined && 'reason' in covered ? notApplicable(covered.reason) : pass(passWords(judging));
}

/**
 * Declares a check of services that strangers can reach: each open port that shows one of them, and what that means. A pass
 * takes an answer of each of their usual ports at every address that is the site's own.
 */
export const serviceCheck = ({ services, judge, ...facts }: Facts & Judging): Check =>
  defineCheck({
    ...facts,
    needs: ['ports', 'endpoints'],
    evaluate: (evidence) => evaluated(facts, { services, judge }, evidence),
  });

/** A check whose judgement its factory makes; describe: what strangers can do at such a port. */
type Described = Omit<Parameters<typeof serviceCheck>[0], 'judge'> & { describe: (open: OpenPort) => string };

/** Declares a check of services that answer strangers as they answer their users. */
export const openCheck = ({ describe, ...facts }: Described): Check =>
  serviceCheck({ ...facts, judge: (open) => (open.access === 'open' ? { description: describe(open) } : null) });

/** Declares a check of services that strangers should not reach at all. */
export const thereCheck = ({ describe, ...facts }: Described): Check =>
  serviceCheck({ ...facts, judge: (open) => (open.service === null ? null : { description: describe(open) }) });

/** Declares a check of ports that strangers should not reach, which take connections, and where nothing more is asked. */
export const muteCheck = ({
  describe,
  confidence,
  ...facts
}: Described & { confidence: (open: OpenPort) => 'firm' | 'potential' }): Check =>
  serviceCheck({
    ...facts,
    judge: (open) =>
      open.service === null && open.heard !== ''
        ? `Port ${open.port} is open with another service that was not recognised`
        : { description: describe(open), confidence: confidence(open) },
  });

/** The name of a port's service with its version. */
export const serviceText = ({ service, product, version }: OpenPort): string => {
  const name = product ?? (service === null ? 'A service' : serviceNames[service]);
  return shorten(version === null ? name : `${name} ${version}`, 80);
};
