// Maximum validity of subscriber certificates by issue date (CA/Browser Forum, Baseline Requirements, section 6.3.2;
// ballots SC-081v3, SC31, 193 and earlier). A day is 86,400 seconds, and any fraction counts as a day. The limits of
// 825 days and 39 months apply to certificates issued after a day, the later limits from a day on; the limit of 39
// months had exceptions until the end of June 2016.

/** From a date (YYYY-MM-DD, UTC) on, certificates are valid for at most this many days. */
export interface LifetimeLimit {
  from: string;
  days: number;
}

/** Latest first. Limits set in months are given in their longest reading. */
const limits = [
  { from: '2029-03-15', days: 47 },
  { from: '2027-03-15', days: 100 },
  { from: '2026-03-15', days: 200 },
  { from: '2020-09-01', days: 398 },
  { from: '2018-03-02', days: 825 },
  { from: '2016-07-01', days: 1_188 },
] as const satisfies readonly LifetimeLimit[];

/** 60 months; before this date there was no limit. */
const oldest: LifetimeLimit = { from: '2012-07-01', days: 1_827 };

const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1_000;

/** The limit for certificates that were issued at this moment, epoch seconds. */
export const lifetimeLimit = (issuedAtSeconds: number): LifetimeLimit =>
  limits.find(({ from }) => secondsOf(from) <= issuedAtSeconds) ?? oldest;

/** Limits that come into force after this moment, the next one first. */
export const nextLimits = (atSeconds: number): readonly LifetimeLimit[] =>
  limits.filter(({ from }) => secondsOf(from) > atSeconds).toReversed();
