import type { NetFailure } from '../../evidence/observed.ts';
import type { Dialer } from '../dialer.ts';
import type { Guard } from '../guard/guard.ts';
import { systemClock } from '../deadline.ts';
import type { SharedBudgets } from '../budgets/shared-budgets.ts';
import type { Resolver } from '../resolver/resolver.ts';
import type { ScanMode } from '@perimeter/contract/report';
import type { TextForm } from '@perimeter/protocols/html/markup';
import { type Ask, createAsk, createFetch, type Fetch, type HttpMemory, type OriginLimit } from './fetch.ts';
import { createHostLookup, type HostAddresses, type HostLookup } from './hosts.ts';
import type { HttpLimits } from './limits.ts';
import { type ByteShare, createRequestBudget } from './session/request-budget.ts';
import { createSessions } from './session/sessions.ts';

/** What the requests of one probe use: limits, deadline, resolver, and hosts whose addresses are known. */
export interface FetchOptions {
  limits: HttpLimits;
  signal: AbortSignal;
  resolver: Pick<Resolver, 'query'>;
  known?: ReadonlyMap<string, HostAddresses>;
  /** The media type that is asked for; default: pages. */
  accept?: string;
  /** Requests to the site itself: which share of its bytes they take. */
  share?: ByteShare;
  /** Connections that come before those of other probes. */
  first?: boolean;
  /** Nobody reads the content as bytes, beside its text. */
  textOnly?: boolean;
}

/** The requests that one probe can make. */
export interface ProbeHttp {
  fetch: Fetch;
  /** One request at one address. */
  ask: Ask;
  /** The addresses of a host. */
  lookup: HostLookup;
  /** Why no more than so many requests may follow; null where more may. */
  short: (spare: number) => NetFailure | null;
}

/** A document as it came: its URL with its query, and its text with what may be secret in it. No evidence. */
export interface ReceivedDocument {
  url: URL;
  text: string;
  /** Whether a policy, in its header or its text, uses SHA-384 or SHA-512. */
  usesLongHashes?: boolean;
  /** How browsers read it, by its type and encoding. */
  form?: TextForm;
}

/** Documents of one audit that another probe reads, by the id of their exchange; they end with the audit. */
export type ReceivedDocuments = Map<string, ReceivedDocument>;

/** The HTTP client of an audit: all probes share it, so no request is repeated. An origin that rate-limits a probe gets no more of its requests. */
export interface AuditHttp {
  /** How it names itself, for those who send requests by other means. */
  userAgent: string;
  /** Documents as they came, for other probes of the audit to read. */
  documents: ReceivedDocuments;
  /** The share is for the others: whoever draws on it has asked all that it will ask. */
  end: (share: ByteShare) => void;
  fetchWith: (options: FetchOptions) => Fetch;
  probeWith: (options: FetchOptions) => ProbeHttp;
}

/** What the HTTP client of an audit is made of. */
export interface AuditHttpMeans {
  dialer: Dialer;
  guard: Guard;
  /** How it names itself. */
  userAgent: string;
  scanMode: ScanMode;
  /** Budgets that hold over all audits; absent: this audit's alone. */
  shared?: SharedBudgets;
}

/** An HTTP client for one audit; connections are budgeted by its dialer. */
export function createAuditHttp(means: AuditHttpMeans): AuditHttp {
  const { dialer, guard, userAgent, scanMode, shared } = means;
  const sessions = createSessions();
  const memory: HttpMemory = {
    started: new Map(),
    asked: new Map(),
    unreachable: new Set(),
    sessions,
    requests: createRequestBudget(scanMode, systemClock, shared),
  };
  /** Authorities and registries are asked by many fetches of one probe. */
  const elsewhere = new Map<string, OriginLimit>();
  const probeWith: AuditHttp['probeWith'] = ({ resolver, known, ...asking }) => {
    const lookup = createHostLookup({ guard, resolver, signal: asking.signal }, known);
    const limited = asking.share === undefined ? elsewhere : new Map<string, OriginLimit>();
    const client = { dialer, sessions, userAgent, ...asking, limited };
    const { share } = asking;
    const short: ProbeHttp['short'] = (spare) => (share === undefined ? null : memory.requests.short(share, spare));
    return { fetch: createFetch(client, lookup, memory), ask: createAsk(client, memory), lookup, short };
  };
  const { end } = memory.requests;
  return { userAgent, documents: new Map(), end, probeWith, fetchWith: (options) => probeWith(options).fetch };
}
