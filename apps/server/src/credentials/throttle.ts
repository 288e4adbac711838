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

/** How many attempts are allowed in how many seconds. */
interface Allowance {
  name: string;
  points: number;
  durationSeconds: number;
}

const quarterHour = 15 * 60;
const day = dayMs / 1_000;

/**
 * Password guesses, counted before they are checked. A browser with a device cookie has its own allowance: however many
 * attackers guess from however many networks, the holder can still log in from there.
 */
const guessAllowances = {
  network: { name: 'login-network', points: 50, durationSeconds: quarterHour },
  accountFromNetwork: { name: 'login-pair', points: 10, durationSeconds: quarterHour },
  account: { name: 'login-account', points: 100, durationSeconds: 60 * 60 },
  device: { name: 'login-device', points: 10, durationSeconds: quarterHour },
} as const satisfies Record<string, Allowance>;

/**
 * Guesses of a second-factor code, by someone who knows the password. At 40 a day, with three valid codes in a million
 * at any time, a year of guessing succeeds with a probability of 4 %.
 */
const codeAllowances = {
  quarter: { name: 'code-account', points: 10, durationSeconds: quarterHour },
  day: { name: 'code-account-day', points: 40, durationSeconds: day },
} as const satisfies Record<string, Allowance>;

const otherAllowances = {
  /** Sign-ups and password resets by link. */
  attempts: { name: 'attempt-network', points: 20, durationSeconds: quarterHour },
  /** Messages to one address that anyone can trigger. */
  messages: { name: 'mail-address-day', points: 3, durationSeconds: day },
  /**
   * Notices to an account's holder about actions of someone with its password; counted separately, so that reset links
   * stay available.
   */
  notices: { name: 'mail-notice-day', points: 3, durationSeconds: day },
  /** Changes of e-mail address requested by one account. */
  emailChanges: { name: 'email-change-account', points: 5, durationSeconds: 60 * 60 },
  /** Invitations by one team: each can send a message. */
  invitations: { name: 'invitation-team-day', points: 100, durationSeconds: day },
} as const satisfies Record<string, Allowance>;

/** Where a guess comes from. */
export interface Guesser {
  network: string;
  /** The id of the browser's valid device cookie; null without one. */
  device: string | null;
}

/** Rate limits guesses and messages. All functions but the `may` ones throw rate_limited with Retry-After. */
export interface Throttle {
  /** Counts one password guess; from a known device, against that device's allowance only. */
  guess: (guesser: Guesser, email: string) => Promise<void>;
  /** The password was right: the guess is no longer counted. */
  guessedRight: (guesser: Guesser, email: string) => Promise<void>;
  /** Counts one guess of an account's second-factor code. */
  guessCode: (accountId: string) => Promise<void>;
  /** The code was right: the guess is no longer counted. */
  guessedCode: (accountId: string) => Promise<void>;
  /** Counts one attempt that needs no account. */
  attempt: (network: string) => Promise<void>;
  /** Counts one message; false if the address has reached its limit. */
  mayWriteTo: (email: string) => Promise<boolean>;
  /** Counts one message; throws if the address has reached its limit. */
  writeTo: (email: string) => Promise<void>;
  /** Counts one notice to an account's holder; false if the address has reached its limit. */
  mayNotify: (email: string) => Promise<boolean>;
  /** Counts one requested change of e-mail address. */
  changeEmail: (accountId: string) => Promise<void>;
  /** Counts one invitation by a team. */
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

// Addresses have any length, and counters should not reveal them.
const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Makes a throttle that counts in this process, or in the database for all processes. */
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
