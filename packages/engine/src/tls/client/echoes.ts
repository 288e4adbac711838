import type { ServerHello } from '@perimeter/protocols/tls/handshake/server-hello';
import { type Observed, seen, untested } from '../../evidence/observed.ts';
import type { HelloOffer } from './hello/offer.ts';

/**
 * A ServerHello's answers to the extensions of its hello. Only this code reads them, so that no fact can depend on a
 * hello that did not offer it: servers do not mention what was not offered (RFC 5246 section 7.4.1.4).
 */
export interface Echoes {
  /** Types of all extensions in the order of the message. */
  types: readonly number[];
  offer: HelloOffer;
  /** The data of an extension; null where it was offered and not echoed. */
  dataOf: (type: number) => Observed<Uint8Array | null>;
  has: (type: number) => Observed<boolean>;
  /** The chosen compression method, if others than null were offered. */
  compression: Observed<number>;
}

const notOffered = untested('not-offered');

/** Reads a ServerHello as the answer to an offer. */
export function echoesOf({ extensions, compressionMethod }: ServerHello, offer: HelloOffer): Echoes {
  const dataOf: Echoes['dataOf'] = (type) =>
    offer.extensions.has(type) ? seen(extensions.get(type) ?? null) : notOffered;
  return {
    types: [...extensions.keys()],
    offer,
    dataOf,
    has: (type) => {
      const data = dataOf(type);
      return data.known ? seen(data.value !== null) : data;
    },
    compression: offer.compressionMethods.some((method) => method !== 0) ? seen(compressionMethod) : notOffered,
  };
}
