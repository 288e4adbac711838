import type { ResponseHead } from '@perimeter/protocols/http/message-head';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Dialer } from '../dialer.ts';
import type { HttpLimits } from './limits.ts';
import type { Sessions } from './session/sessions.ts';

/** What all exchanges of an audit share. */
export interface HttpClient {
  dialer: Dialer;
  userAgent: string;
  limits: HttpLimits;
  /** Accept header; default: pages. */
  accept?: string | undefined;
  /** The audit's signal. */
  signal: AbortSignal;
  /** The audit's kept connections; without them each exchange has its own. */
  sessions?: Sessions;
  /** Called after the wait for a connection: why the request must not be sent any more; null where it may. */
  refusal?: (url: URL) => NetFailure | null;
  /** Its connections have priority at their place. */
  first?: boolean | undefined;
}

/** An exchange without its id, with data that is needed to continue but must not be stored. */
export interface Exchanged {
  facts: Omit<HttpExchange, 'id'>;
  /** The head as received, unredacted. */
  head: ResponseHead | null;
  /** The TCP connection was established: later failures are not the address's. */
  connected: boolean;
  /** The decoded content as far as received; absent without a response. */
  content?: Uint8Array;
  /** Bytes received, heads and coding included; absent without a response. */
  receivedBytes?: number;
}
