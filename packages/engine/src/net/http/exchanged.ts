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
  /** The media type that is asked for; default: pages. */
  accept?: string | undefined;
  /** The audit's signal. */
  signal: AbortSignal;
  /** The audit's kept connections; without them each exchange has its own. */
  sessions?: Sessions;
  /** Asked when a request has waited for its connection: why it may not be sent any more; null where it may. */
  refusal?: (url: URL) => NetFailure | null;
  /** Its connections come before those that wait for the same place. */
  first?: boolean | undefined;
}

/** An exchange without its id, and what must not be stored but is needed to go on. */
export interface Exchanged {
  facts: Omit<HttpExchange, 'id'>;
  /** The head as it came, nothing redacted. */
  head: ResponseHead | null;
  /** A TCP connection stood: a failure after it is not the address's. */
  connected: boolean;
  /** The decoded content, as far as it came; absent where there was no response. */
  content?: Uint8Array;
  /** Bytes that were read for it, heads and coding included; absent where there was no response. */
  receivedBytes?: number;
}
