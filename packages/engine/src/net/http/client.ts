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

/** Limits, deadline, resolver and known hosts for the requests of one probe. */
export interface FetchOptions {
  limits: HttpLimits;
  signal: AbortSignal;
  resolver: Pick<Resolver, 'query'>;
  known?: ReadonlyMap<string, HostAddresses>;
  /** Accept header; default: pages. */
  accept?: string;
  /** For requests to the site itself: the byte budget that they count in. */
  share?: ByteShare;
  /** Connections with priority over those of other probes. */
  first?: boolean;
  /** The content is only needed as text. */
  textOnly?: boolean;
}

/** The requests that one probe can make. */
export interface ProbeHttp {
  fetch: Fetch;
  /** One request at one address. */
  ask: Ask;
  /** The addresses of a host. */
  lookup: HostLookup;
  /** Why at most `spare` further requests may follow; null where more may. */
  short: (spare: number) => NetFailure | null;
}

/** A document as received: its URL with query, and its text, which may contain secrets. Not evidence. */
export interface ReceivedDocument {
  url: URL;
  text: string;
  /** Whether a policy, in its header or its text, uses SHA-384 or SHA-512. */
  usesLongHashes?: boolean;
  /** How browsers interpret it, by type and encoding. */
  form?: TextForm;
}

/** Documents that other probes of the audit read, by exchange id; discarded with the audit. */
export type ReceivedDocuments = Map<string, ReceivedDocument>;

/** The HTTP client of an audit: all probes share it, so that no request is repeated. An origin that rate-limits a probe receives no more of its requests. */
export interface AuditHttp {
  /** The User-Agent, for requests sent by other means. */
  userAgent: string;
  /** Documents as received, for other probes of the audit. */
  documents: ReceivedDocuments;
  /** Ends a byte share when its caller has sent all requests: the rest is free for others. */
  end: (share: ByteShare) => void;
  fetchWith: (options: FetchOptions) => Fetch;
  probeWith: (options: FetchOptions) => ProbeHttp;
}

/** Dependencies of an audit's HTTP client. */
export interface AuditHttpMeans {
  dialer: Dialer;
  guard: Guard;
  /** The User-Agent. */
  userAgent: string;
  scanMode: ScanMode;
  /** Budgets shared by all audits; absent: this audit only. */
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
  /** Many fetches of one probe go to the same CAs and registries. */
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
