import { allParts, type LeaseGrant, type LeaseRequest, leaseMs, type Parts } from './leases.ts';

/** The part of one process in an address, as a ledger keeps it. */
export interface LeaseRow {
  address: string;
  holder: string;
  /** 0: it waits. */
  parts: Parts;
  /** Since when it waits, or has what it has. */
  sinceMs: number;
  untilMs: number;
}

/** So long a process that was granted a part has it before it gives way to a third one that waits. */
const tenureMs = 3_000;

/** The row that a holder asks for, with what it keeps. */
function askedRow(
  known: LeaseRow | undefined,
  holder: string,
  { address, keep }: LeaseRequest,
  nowMs: number,
): LeaseRow {
  const untilMs = nowMs + leaseMs;
  if (known === undefined) return { address, holder, parts: 0, sinceMs: nowMs, untilMs };
  if (keep >= known.parts) return { ...known, untilMs };
  // Who gives way comes last in the order of those who wait.
  return { ...known, parts: keep, sinceMs: keep === 0 ? nowMs : known.sinceMs, untilMs };
}

const isBefore = (a: LeaseRow, b: LeaseRow): boolean =>
  a.sinceMs < b.sinceMs || (a.sinceMs === b.sinceMs && a.holder < b.holder);

/**
 * Grants one holder what is free of an address: all of it where it is alone, else one part, in the order in which they came. rows:
 * those of the address that have not expired. All processes together never have more than all parts.
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
