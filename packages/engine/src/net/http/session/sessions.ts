import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import { type NetFailure, netFailed } from '../../../evidence/observed.ts';
import type { Dialer } from '../../dialer.ts';
import type { ReadResponse } from '../read-response.ts';
import { destroy, type Open, type SessionPlace, type Taken } from './connection.ts';
import { createPool } from './pool.ts';

/** Connections of an audit that stay open between exchanges. */
export interface Sessions {
  /** An idle connection, else a new one, else the next that becomes idle. */
  take: (dialer: Dialer, place: SessionPlace, open: Open, signal: AbortSignal) => Promise<Taken>;
  /** Places that refuse http/1.1 in ALPN. */
  readonly nameless: Set<string>;
}

const listed = (head: ResponseHead, name: string): string[] =>
  fieldValues(head, name).flatMap((value) => value.split(',').map((part) => part.trim().toLowerCase()));

/** RFC 9112 section 9.3. Any doubt about the end of a message closes its connection, as does any grammar violation. */
export function maySendAnother({ head, failure, endedExactly, problems }: ReadResponse): boolean {
  if (head === null || failure !== null || !endedExactly || problems.length > 0) return false;
  return head.httpVersion === '1.1' && head.status !== 101 && !listed(head, 'connection').includes('close');
}

/** The kept connections of one audit. */
export function createSessions(): Sessions {
  const pools = new Map<string, ReturnType<typeof createPool>>();
  return {
    nameless: new Set(),
    take: async (dialer, place, open, signal) => {
      const pool = pools.get(place.key) ?? createPool(dialer, place);
      pools.set(place.key, pool);
      const taken = await pool(open, signal);
      const barred = taken.ok && taken.carriedOthers ? dialer.barred(place.target) : null;
      if (barred === null || !taken.ok) return taken;
      taken.release(false);
      return { ok: false, failure: barred, connected: false, tls: null };
    },
  };
}

/** A separate connection for one exchange, closed afterwards. */
export async function takeAlone(open: Open): Promise<Taken> {
  const opened = await open();
  if (!opened.ok) return opened;
  const { connection } = opened;
  return { ok: true, connection, carriedOthers: false, release: () => destroy(connection) };
}

/** The failure of an exchange without a response head. */
export const headless = ({ failure }: ReadResponse): NetFailure => failure ?? netFailed('closed', 'nothing-answered');
