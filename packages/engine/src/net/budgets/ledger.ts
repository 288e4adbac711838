import { allParts, type LeaseGrant, type LeaseRequest, leaseMs, type Parts } from './leases.ts';

/** One process's part of an address, as stored in a ledger. */
export interface LeaseRow {
  address: string;
  holder: string;
  /** 0: waiting. */
  parts: Parts;
  /** Since when it waits, or holds its parts. */
  sinceMs: number;
  untilMs: number;
}

/** How long a process holds a part before it yields to a third, waiting one. */
const tenureMs = 3_000;

/** The row for a holder's request, with the parts that it keeps. */
function askedRow(
  known: LeaseRow | undefined,
  holder: string,
  { address, keep }: LeaseRequest,
  nowMs: number,
): LeaseRow {
  const untilMs = nowMs + leaseMs;
  if (known === undefined) return { address, holder, parts: 0, sinceMs: nowMs, untilMs };
  if (keep >= known.parts) return { ...known, untilMs };
  // A process that yields goes to the end of the queue.
  return { ...known, parts: keep, sinceMs: keep === 0 ? nowMs : known.sinceMs, untilMs };
}

const isBefore = (a: LeaseRow, b: LeaseRow): boolean =>
  a.sinceMs < b.sinceMs || (a.sinceMs === b.sinceMs && a.holder < b.holder);

/**
 * Grants one holder the free parts of an address: all if it is alone, else one, in order of arrival. rows: unexpired
 * rows of the address. All processes together never hold more than all parts.
 */
export function grantLease(
  rows: readonly LeaseRow[],
  holder: string,
  request: LeaseRequest,
  nowMs: number,
): { row: LeaseRow; grant: LeaseGrant } {
  const others = rows.filter((row) => row.holder !== holder);
  const own = askedRow(
    rows.find((row) => row.holder === holder),
    holder,
    request,
    nowMs,
  );
  const isAlone = others.length === 0;
  const free = allParts - own.parts - others.reduce((sum, { parts }) => sum + parts, 0);
  const waiting = others.filter(({ parts }) => parts === 0);
  const isNext = own.parts === 0 && free > waiting.filter((row) => isBefore(row, own)).length;
  const row: LeaseRow = isAlone ? { ...own, parts: allParts } : isNext ? { ...own, parts: 1, sinceMs: nowMs } : own;
  const isOldest = others.every((other) => other.parts === 0 || isBefore(row, other));
  const givesWay = row.parts > 0 && free <= 0 && waiting.length > 0 && isOldest && nowMs - row.sinceMs >= tenureMs;
  const aim: Parts = isAlone ? allParts : row.parts === 1 && givesWay ? 0 : 1;
  return { row, grant: { address: request.address, parts: row.parts, aim, isAlone } };
}
