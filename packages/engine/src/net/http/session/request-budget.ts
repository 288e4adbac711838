import { type NetFailure, netFailed } from '../../../evidence/observed.ts';
import { type Budget, createBudget, requestLimits } from '../../budgets/budget.ts';
import { createReserves } from '../../budgets/reserves.ts';
import { abortFailure, type Clock, systemClock } from '../../deadline.ts';
import { type DialPlace, placeKey } from '../../dialer.ts';
import type { SharedBudgets } from '../../budgets/shared-budgets.ts';

/** What an audit asks a site for; each may read so many bytes, that none starves another. */
export type ByteShare = 'documents' | 'scripts' | 'sweep';

const mebibyte = 1024 * 1024;
const shareBytes: Readonly<Record<ByteShare, number>> = {
  documents: 12 * mebibyte,
  scripts: 8 * mebibyte,
  // What stands in a socket is read at once, up to 64 KiB: a site may answer each path with a long page.
  sweep: 8 * mebibyte,
};

/** Requests to the hosts of a site that one audit sends at most, and what of these is kept for whom until it is done. */
const mostRequests: Readonly<
  Record<'standard' | 'deep', { total: number; kept: Readonly<Record<ByteShare, number>> }>
> = {
  standard: { total: 112, kept: { documents: 40, scripts: 8, sweep: 64 } },
  deep: { total: 400, kept: { documents: 80, scripts: 16, sweep: 240 } },
};

/** For whom a request is sent. */
export interface Admission {
  signal: AbortSignal;
  first?: boolean | undefined;
  /** Without one, the request is not to the site: it is counted by whoever sends it. */
  share?: ByteShare | undefined;
}

/** How many requests an audit sends, how fast, and what it reads for them. */
export interface RequestBudget {
  /** Waits until a request may be sent; why it may not, or null. */
  admit: (place: DialPlace, admission: Admission) => Promise<NetFailure | null>;
  /** Why no more than so many requests may be sent for a share; null where more may. */
  short: (share: ByteShare, spare: number) => NetFailure | null;
  /** A share asks no more: what was kept for it is for the others. */
  end: (share: ByteShare) => void;
  /** Counts what came of a request. */
  read: (share: ByteShare | undefined, bytes: number) => void;
  /** Halves the rate to a place that showed distress. */
  slowDown: (place: DialPlace) => void;
}

/** The request budget of one audit; shared: what holds over all audits. */
export function createRequestBudget(
  scanMode: keyof typeof mostRequests = 'standard',
  clock: Clock = systemClock,
  shared?: SharedBudgets,
): RequestBudget {
  const rates = new Map<string, Budget>();
  const bytes = new Map<ByteShare, number>();
  const { total, kept } = mostRequests[scanMode];
  const sent = createReserves(total, kept);
  const rateOf = (place: DialPlace): Budget => {
    const rate = rates.get(placeKey(place)) ?? createBudget(requestLimits, clock);
    rates.set(placeKey(place), rate);
    return rate;
  };
  const short = (share: ByteShare, spare: number): NetFailure | null => {
    if (sent.left(share) <= spare) return netFailed('budget', 'requests-used-up', total);
    const limit = shareBytes[share];
    return (bytes.get(share) ?? 0) >= limit ? netFailed('budget', 'share-used-up', limit, share) : null;
  };
  return {
    admit: async (place, { signal, first, share }) => {
      const failure = share === undefined ? null : short(share, 0);
      if (failure !== null) return failure;
      if (share !== undefined) sent.take(share);
      for (const rate of [
        () => rateOf(place),
        () => shared?.of(place.address, `requests ${place.port}`, requestLimits),
      ]) {
        const done = await rate()?.acquire(signal, { first });
        if (done === null) return abortFailure(signal);
        done?.();
      }
      return null;
    },
    short,
    end: (share) => sent.end(share),
    read: (share, count) => {
      if (share !== undefined) bytes.set(share, (bytes.get(share) ?? 0) + count);
    },
    slowDown: (place) => rateOf(place).slowDown(),
  };
}
