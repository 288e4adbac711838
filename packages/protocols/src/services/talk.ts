import type { Reader } from './reading.ts';
import type { ServiceId } from './services.data.ts';

/** When a client speaks: never, at once, or after the service has greeted or kept silent. */
export type Speak = 'never' | 'first' | 'after-greeting';

/** The one message to a service: its octets, the path of a GET request or of a query with a body, or what its greeting asks for. */
export type TalkMessage =
  | { octets: Uint8Array }
  | { get: string }
  | { post: string; body: string }
  | { answer: (greeting: Uint8Array) => Uint8Array | null; what: string };

/** How a service is asked for what it is: at most one message, defined before any login, which changes nothing. */
export interface Talk {
  service: ServiceId;
  ports: readonly number[];
  /** Within TLS; `maybe`: in plain first, and once more within TLS where that shows nothing. */
  tls?: 'yes' | 'maybe';
  speak: Speak;
  /** Absent: only what the service says by itself is read. */
  message?: TalkMessage;
  /** Reads what came back after the message, or by itself. */
  read: Reader;
}
