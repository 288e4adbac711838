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

/** The exchange that identifies a service: at most one message, which is defined before any login and changes nothing. */
export interface Talk {
  service: ServiceId;
  ports: readonly number[];
  /** Within TLS; `maybe`: first in plaintext, then within TLS if that recognises nothing. */
  tls?: 'yes' | 'maybe';
  speak: Speak;
  /** Absent: only bytes that the service sends by itself are read. */
  message?: TalkMessage;
  /** The exchange of a second connection alone: what the first one has to have heard. */
  follows?: (said: Uint8Array) => boolean;
  /** Reads what came back after the message, or by itself. */
  read: Reader;
}
