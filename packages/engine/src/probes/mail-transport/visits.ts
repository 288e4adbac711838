import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { netFailed, type NetFailure, type UnknownBecause } from '../../evidence/observed.ts';
import type { MailContact } from '../../net/smtp/egress.ts';
import type { ProbeContext } from '../probe.ts';
import type { LocatedHost } from './addresses.ts';
import { contactOf } from './egress.ts';
import { testInjection } from './injection.ts';
import type { AddressVisit, VisitedHost } from './judging.ts';
import { visitAgain } from './second-session.ts';
import { visit } from './session.ts';

const smtpPort = 25;

/** Contact results of an audit's visits, besides the sessions. */
export interface Contacts {
  all: MailContact[];
}

const unvisited = (failure: UnknownBecause): AddressVisit => ({ known: false, failure });

/** Runs sessions at one address one after the other, whatever names lead to it. */
export function oneByOne() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(address: string, run: () => Promise<T>): Promise<T> => {
    const next = (last.get(address) ?? Promise.resolve()).then(run);
    last.set(
      address,
      next.catch(() => {}),
    );
    return next;
  };
}

/** Inputs of one visit besides the audit. */
interface Visiting {
  context: ProbeContext;
  contacts: Contacts;
  inTurn: ReturnType<typeof oneByOne>;
}

/** One address of a host; its TLSA records are looked up meanwhile. */
type Place = LocatedHost['addresses'][number] & { tlsa: Promise<VisitedHost['tlsa']> };

async function visitNow(
  { context, contacts }: Visiting,
  host: string,
  { address, family, tlsa }: Place,
): Promise<{ session: VisitedSession | null; failure: NetFailure | null }> {
  const isDeep = context.target.scanMode === 'deep';
  const place = { address, port: smtpPort, host };
  const visited = await visit(context, place, isDeep);
  if (!visited.ok) {
    const contact = visited.connected ? 'answered' : contactOf(visited.failure, family);
    if (contact !== null) contacts.all.push(contact);
    return { session: null, failure: visited.failure };
  }
  contacts.all.push('answered');
  const { session } = visited;
  if (!isDeep) return { session, failure: null };
  const { injection, connections } = await testInjection(context, place, session);
  const tested = { ...session, injection, connections: session.connections + connections };
  const hasRecords = (await tlsa).some(({ records }) => records.length > 0);
  return { session: { ...tested, ...(hasRecords ? await visitAgain(context, place, tested) : {}) }, failure: null };
}

async function visitAddress(visiting: Visiting, host: LocatedHost, at: Place): Promise<AddressVisit> {
  const { context, inTurn } = visiting;
  const { target, mail } = context;
  if (!at.allowed) return unvisited(netFailed('blocked', 'address-refused', at.address, at.blockedBy ?? ''));
  if (!at.visited) return unvisited({ reason: 'not-tested', gap: 'mail-address-not-visited' });
  let failure: NetFailure | null = null;
  const run = async (): Promise<VisitedSession | null> => {
    if (!mail.egress.mayTry()) return null;
    const visited = await inTurn(at.address, () => visitNow(visiting, host.name, at));
    failure = visited.failure;
    return visited.session;
  };
  const isOthers = registrableDomainOf(host.name) !== target.registrableDomain;
  const { session, shared } = isOthers
    ? await mail.sessions.visit({ host: host.name, address: at.address, scanMode: target.scanMode }, run)
    : { session: await run(), shared: false };
  if (session !== null) return { known: true, session, shared };
  return unvisited(failure ?? netFailed('unreachable', 'port-25-blocked'));
}

/** Visits a host at its addresses. */
export async function visitHost(
  visiting: Visiting,
  host: LocatedHost,
  tlsa: Promise<VisitedHost['tlsa']>,
): Promise<VisitedHost> {
  const addresses = await Promise.all(
    host.addresses.map(async (at) => {
      const { visited: _, ...address } = at;
      return { ...address, visit: await visitAddress(visiting, host, { ...at, tlsa }) };
    }),
  );
  return { ...host, addresses, tlsa: await tlsa };
}
