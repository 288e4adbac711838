import { type NetFailure, netFailed } from '../../../evidence/observed.ts';
import { type Budget, createBudget, requestLimits } from '../../budgets/budget.ts';
import { createReserves } from '../../budgets/reserves.ts';
import { abortFailure, type Clock, systemClock } from '../../deadline.ts';
import { type DialPlace, placeKey } from '../../dialer.ts';
import type { SharedBudgets } from '../../budgets/shared-budgets.ts';

/** Purposes of requests to a site, each with its own byte budget. */
export type ByteShare = 'documents' | 'scripts' | 'sweep';

const mebibyte = 1024 * 1024;
const shareBytes: Readonly<Record<ByteShare, number>> = {
  documents: 12 * mebibyte,
  scripts: 8 * mebibyte,
  // Up to 64 KiB are read from a socket at once, and a site may answer each path with a long page.
  sweep: 8 * mebibyte,
};

/** Most requests that one audit sends to the hosts of a site, and the reserve of each share until it ends. */
const mostRequests: Readonly<
  Record<'standard' | 'deep', { total: number; kept: Readonly<Record<ByteShare, number>> }>
> = {
  standard: { total: 112, kept: { documents: 40, scripts: 8, sweep: 64 } },
  deep: { total: 400, kept: { documents: 80, scripts: 16, sweep: 240 } },
};

/** The share that a request counts in. */
export interface Admission {
  signal: AbortSignal;
  first?: boolean | undefined;
  /** Without one, the request does not go to the site, and its sender counts it. */
  share?: ByteShare | undefined;
}

/** The number and rate of an audit's requests, and the bytes read for them. */
export interface RequestBudget {
  /** Waits until a request may be sent; the reason where it may not, else null. */
  admit: (place: DialPlace, admission: Admission) => Promise<NetFailure | null>;
  /** Why a share may send at most `spare` more requests; null where more may follow. */
  short: (share: ByteShare, spare: number) => NetFailure | null;
  /** Ends a share: its reserve is free for others. */
  end: (share: ByteShare) => void;
  /** Counts the bytes read for a request. */
  read: (share: ByteShare | undefined, bytes: number) => void;
  /** Halves the rate to a place that shows distress. */
  slowDown: (place: DialPlace) => void;
}

/** The request budget of one audit; shared: limits over all audits. */
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
