import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { orWithout } from '../database/without.ts';
import { countersTable, counterStore } from '../repositories/limits/counters.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { type LimitPolicy, limitPolicies, windowSeconds } from './policies.data.ts';

/** The state of the window after a request was counted. */
export interface Counted {
  allowed: boolean;
  quota: number;
  remaining: number;
  /** Milliseconds until the window ends and the whole quota is available again. */
  resetMs: number;
}

/** Counts a caller's request against a policy, with the caller's quota. */
export interface CountRequest {
  (policy: LimitPolicy, quota: number, caller: string): Counted | Promise<Counted>;
  /** Takes back a request that was counted and allowed; polls are never taken back. */
  takeBack: (policy: LimitPolicy, quota: number, caller: string) => Promise<Counted>;
}

type MakeLimiter = (policy: LimitPolicy, quota: number) => RateLimiterAbstract;

/**
 * Counts with one limiter per policy and quota; a limiter rejects with the window's state when the quota is used up.
 */
function countWith(make: MakeLimiter): CountRequest {
  const limiters = new Map<string, RateLimiterAbstract>();
  for (const policy of policyNames) {
    for (const quota of new Set(Object.values(limitPolicies[policy]))) {
      limiters.set(`${policy}:${quota}`, make(policy, quota));
    }
  }
  const limiterOf = (policy: LimitPolicy, quota: number): RateLimiterAbstract => {
    const limiter = limiters.get(`${policy}:${quota}`);
    if (limiter === undefined) throw new Error(`No plan has ${quota} requests under ${policy}`);
    return limiter;
  };
  const countOne = async (policy: LimitPolicy, quota: number, caller: string): Promise<Counted> => {
    const { allowed, state } = await limiterOf(policy, quota)
      .consume(caller)
      .then(
        (state) => ({ allowed: true, state }),
        (refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return { allowed: false, state: refusal };
          throw refusal;
        },
      );
    return { allowed, quota, remaining: state.remainingPoints, resetMs: state.msBeforeNext };
  };
  const takeBack: CountRequest['takeBack'] = async (policy, quota, caller) => {
    const state = await limiterOf(policy, quota).reward(caller);
    return { allowed: true, quota, remaining: state.remainingPoints, resetMs: state.msBeforeNext };
  };
  return Object.assign(countOne, { takeBack });
}

const isPolicy = (name: string): name is LimitPolicy => Object.hasOwn(limitPolicies, name);
const policyNames = Object.keys(limitPolicies).filter(isPolicy);

const inMemory: MakeLimiter = (policy, quota) =>
  new RateLimiterMemory({ keyPrefix: policy, points: quota, duration: windowSeconds });

/** Counters in the memory of this process. */
export const countInMemory = (): CountRequest => countWith(inMemory);

/** How long a request waits for the database to count it. */
const databaseWaitMs = 1_000;
const silentForMs = 5_000;

/**
 * The counters' table with a short time-out, after which requests are counted in memory: no answer waits for a silent
 * database.
 */
function promptStore(db: Db, waitMs: number): ReturnType<typeof counterStore> {
  const store = counterStore(db);
  let silentUntilMs = -Infinity;
  return {
    query: async (statement) => {
      if (performance.now() < silentUntilMs) throw new Error('The database did not count requests a moment ago');
      const answer = await orWithout(store.query(statement), waitMs, null);
      if (answer !== null) return answer;
      silentUntilMs = performance.now() + silentForMs;
      throw new Error('Counting requests in the database took too long');
    },
  };
}

/**
 * Counters shared by all processes on a database. A caller whose quota is used up is refused from memory until the
 * window ends; while the database is away, each process counts on its own instead of refusing or admitting everyone.
 */
export const countInDatabase = (db: Db, waitMs: number = databaseWaitMs): CountRequest => {
  let cleans = true;
  return countWith((policy, quota) => {
    const limiter = new RateLimiterPostgres({
      storeClient: promptStore(db, waitMs),
      storeType: 'pool',
      tableName: countersTable,
      tableCreated: true,
      // One process deletes windows that ended an hour ago.
      clearExpiredByTimeout: cleans,
      keyPrefix: policy,
      points: quota,
      duration: windowSeconds,
      // Refuse from memory only after one request beyond the quota: the one that filled the window may still be taken
      // back.
      inMemoryBlockOnConsumed: quota + 1,
      insuranceLimiter: inMemory(policy, quota),
    });
    cleans = false;
    return limiter;
  });
};
