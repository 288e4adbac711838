import { hash } from 'node:crypto';
import { dayMs } from '@perimeter/protocols/durations';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { countersTable, counterStore } from '../repositories/limits/counters.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { AppError } from '../http/errors.ts';

/** How often something may be tried. */
interface Allowance {
  name: string;
  points: number;
  durationSeconds: number;
}

const quarterHour = 15 * 60;
const day = dayMs / 1_000;

/**
 * Guesses, counted before they are checked. A browser on which somebody has signed in before has a share of its own: however
 * many strangers guess from however many networks, the holder of the account gets in from there.
 */
const guessAllowances = {
  network: { name: 'login-network', points: 50, durationSeconds: quarterHour },
  accountFromNetwork: { name: 'login-pair', points: 10, durationSeconds: quarterHour },
  account: { name: 'login-account', points: 100, durationSeconds: 60 * 60 },
  device: { name: 'login-device', points: 10, durationSeconds: quarterHour },
} as const satisfies Record<string, Allowance>;

/** Codes of a second factor: who guesses them knows the password. At 40 a day, with three of a million right at any time, a year of guesses succeeds in 4 of 100 cases. */
const codeAllowances = {
  quarter: { name: 'code-account', points: 10, durationSeconds: quarterHour },
  day: { name: 'code-account-day', points: 40, durationSeconds: day },
} as const satisfies Record<string, Allowance>;

const otherAllowances = {
  /** Accounts made, and passwords set by link. */
  attempts: { name: 'attempt-network', points: 20, durationSeconds: quarterHour },
  /** Messages to one address that anybody can cause. */
  messages: { name: 'mail-address-day', points: 3, durationSeconds: day },
  /** Notices to the holder of an account about what somebody with its password asked for: apart, so that they leave the links alone. */
  notices: { name: 'mail-notice-day', points: 3, durationSeconds: day },
  /** New e-mail addresses that the holder of one account asks for. */
  emailChanges: { name: 'email-change-account', points: 5, durationSeconds: 60 * 60 },
  /** Addresses that one team invites: each may be sent a message. */
  invitations: { name: 'invitation-team-day', points: 100, durationSeconds: day },
} as const satisfies Record<string, Allowance>;

/** Where a guess comes from. */
export interface Guesser {
  network: string;
  /** The browser, where somebody has signed in to the account on it before. */
  device: string | null;
}

/** Slows those down who guess. Everything throws rate_limited with Retry-After. */
export interface Throttle {
  /** Counts one guess at the password of an account; of a known device against its own share alone. */
  guess: (guesser: Guesser, email: string) => Promise<void>;
  /** The guess was right: what it cost is given back. */
  guessedRight: (guesser: Guesser, email: string) => Promise<void>;
  /** Counts one guess at a code of an account's second factor. */
  guessCode: (accountId: string) => Promise<void>;
  /** The code was right: what it cost is given back. */
  guessedCode: (accountId: string) => Promise<void>;
  /** Counts one attempt at what needs no account. */
  attempt: (network: string) => Promise<void>;
  /** Counts one message; false when the address has had enough of them. */
  mayWriteTo: (email: string) => Promise<boolean>;
  /** The same; throws when the address has had enough of them. */
  writeTo: (email: string) => Promise<void>;
  /** Counts one notice to the holder of an account; false when the address has had enough of them. */
  mayNotify: (email: string) => Promise<boolean>;
  /** Counts one request for another e-mail address. */
  changeEmail: (accountId: string) => Promise<void>;
  /** Counts one invitation of a team. */
  invite: (teamId: string) => Promise<void>;
}

type Store = (allowance: Allowance) => RateLimiterAbstract;

const inMemory: Store = ({ name, points, durationSeconds: duration }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

const inDatabase =
  (db: Db): Store =>
  (allowance) =>
    new RateLimiterPostgres({
      storeClient: counterStore(db),
      storeType: 'pool',
      tableName: countersTable,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: allowance.name,
      points: allowance.points,
      duration: allowance.durationSeconds,
      insuranceLimiter: inMemory(allowance),
    });

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new AppError('rate_limited', {
      detail: 'Too many attempts: wait before you retry',
      headers: { 'retry-after': String(seconds) },
    });
  }
}

const isAllowed = async (counted: Promise<void>): Promise<boolean> =>
  counted.then(
    () => true,
    () => false,
  );

// Addresses are of any length, and nobody needs to read them among the counters.
const digest = (text: string): string => hash('sha256', text, 'base64url');

/** A throttle that counts in this process, or in the database for all processes on it. */
export function makeThrottle(db: Db | null): Throttle {
  const store = db === null ? inMemory : inDatabase(db);
  const network = store(guessAllowances.network);
  const pair = store(guessAllowances.accountFromNetwork);
  const account = store(guessAllowances.account);
  const devices = store(guessAllowances.device);
  const codes = store(codeAllowances.quarter);
  const codesOfDay = store(codeAllowances.day);
  const attempts = store(otherAllowances.attempts);
  const messages = store(otherAllowances.messages);
  const notices = store(otherAllowances.notices);
  const emailChanges = store(otherAllowances.emailChanges);
  const invitations = store(otherAllowances.invitations);
  return {
    guess: async ({ network: from, device }, email) => {
      if (device !== null) {
        await consume(devices, digest(`${device} ${email}`));
        return;
      }
      await consume(network, from);
      await consume(pair, digest(`${from} ${email}`));
      await consume(account, digest(email));
    },
    guessedRight: async ({ network: from, device }, email) => {
      if (device !== null) {
        await devices.delete(digest(`${device} ${email}`));
        return;
      }
      await pair.delete(digest(`${from} ${email}`));
      await Promise.all([network.reward(from), account.reward(digest(email))]);
    },
    guessCode: async (accountId) => {
      await consume(codes, accountId);
      await consume(codesOfDay, accountId);
    },
    guessedCode: async (accountId) => {
      await codes.delete(accountId);
      await codesOfDay.reward(accountId);
    },
    attempt: async (from) => consume(attempts, from),
    mayWriteTo: async (email) => isAllowed(consume(messages, digest(email))),
    writeTo: async (email) => consume(messages, digest(email)),
    mayNotify: async (email) => isAllowed(consume(notices, digest(email))),
    changeEmail: async (accountId) => consume(emailChanges, accountId),
    invite: async (teamId) => consume(invitations, teamId),
  };
}
