import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { KeptStep } from '../../evidence/step.ts';
import { startDeadline } from '../../net/deadline.ts';
import { portOf } from '../../net/http/request.ts';
import type { Fetch as HttpFetch } from '../../net/http/fetch.ts';
import { type HttpLimits, httpLimits } from '../../net/http/limits.ts';
import { badPorts } from '../../net/http/ports.data.ts';
import { followRedirects } from '../../net/http/redirects.ts';
import type { CertificateFetch, CertificateFetcher, FetchPurpose } from '../../pki/context/fetcher.ts';
import type { ProbeContext } from '../probe.ts';
import { otherRequests } from '../requests.data.ts';

/** Limits of one audit's fetches for a purpose: count, concurrency, and total time. */
interface Allowance {
  maxFetches: number;
  maxBytes: number;
  totalMs: number;
}

const allowances: Readonly<Record<FetchPurpose, Allowance>> = {
  issuer: { maxFetches: otherRequests.issuer.most, maxBytes: 64 * 1024, totalMs: 10_000 },
  ocsp: { maxFetches: otherRequests.ocsp.most, maxBytes: 64 * 1024, totalMs: 12_000 },
  crl: { maxFetches: otherRequests.crl.most, maxBytes: 10 * 1024 * 1024, totalMs: 30_000 },
};

function limitsFor(purpose: FetchPurpose): HttpLimits {
  const { maxBytes, totalMs } = allowances[purpose];
  return {
    ...httpLimits,
    exchangeMs: totalMs,
    connectMs: 2_000,
    firstByteMs: 5_000,
    maxWireBytes: maxBytes,
    maxDecodedBytes: maxBytes,
  };
}

/** Why a URL is not fetched; https could depend on the fetched certificate (RFC 5280 section 4.2.2.1). */
function refusal(url: string): NetFailure | null {
  if (!URL.canParse(url)) return netFailed('blocked', 'no-url');
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:') return netFailed('blocked', 'http-only', parsed.protocol.slice(0, 20));
  return badPorts.has(portOf(parsed)) ? netFailed('blocked', 'port-not-for-web', portOf(parsed)) : null;
}

type Fetched = { ok: true; content: Uint8Array } | { ok: false; failure: NetFailure };

async function fetchOver(fetch: HttpFetch, url: URL): Promise<Fetched> {
  const { hops, ended } = await followRedirects(fetch, url);
  const last = hops.at(-1)?.exchange;
  const result = last?.facts.result;
  if (last === undefined || result === undefined) return { ok: false, failure: netFailed('blocked', 'nothing-asked') };
  if (!result.ok) return result;
  const { status, body } = result.response;
  if (body.failure !== undefined) return { ok: false, failure: body.failure };
  if (ended !== 'final' || status !== 200 || last.content === undefined)
    return { ok: false, failure: netFailed('malformed', 'fetch-status', status, ended) };
  return { ok: true, content: last.content };
}

/** A fetcher for one audit, over its HTTP client. */
export function createFetcher(context: Pick<ProbeContext, 'http' | 'resolver' | 'signal'>): CertificateFetcher {
  const attempts: CertificateFetch[] = [];
  const started = new Map<string, Promise<Uint8Array | null>>();
  const firstMs = new Map<FetchPurpose, number>();

  /** The rest of a purpose's time, which starts with its first fetch. */
  const remainingMs = (purpose: FetchPurpose): number => {
    const nowMs = performance.now();
    const beganMs = firstMs.get(purpose) ?? nowMs;
    firstMs.set(purpose, beganMs);
    return Math.max(0, allowances[purpose].totalMs - (nowMs - beganMs));
  };

  const get = async (url: string, purpose: FetchPurpose): Promise<Uint8Array | null> => {
    const attempt: CertificateFetch = { url, purpose, failure: refusal(url), bytes: 0 };
    const sameBefore = attempts.filter((one) => one.purpose === purpose).length;
    attempts.push(attempt);
    if (sameBefore >= allowances[purpose].maxFetches) {
      attempt.failure = netFailed('budget', 'too-many-fetches', sameBefore);
    }
    if (attempt.failure !== null) return null;
    const name: KeptStep = purpose === 'issuer' ? 'fetch-issuers()' : `ask-status(${purpose})`;
    using deadline = startDeadline(context.signal, { name, timeoutMs: remainingMs(purpose) });
    const { http, resolver } = context;
    const fetch = http.fetchWith({ limits: limitsFor(purpose), signal: deadline.signal, resolver });
    const fetched = await fetchOver(fetch, new URL(url));
    if (!fetched.ok) {
      attempt.failure = fetched.failure;
      return null;
    }
    attempt.bytes = fetched.content.length;
    return fetched.content;
  };
  return {
    get: (url, purpose) => {
      const key = `${purpose} ${url}`;
      const running = started.get(key) ?? get(url, purpose);
      started.set(key, running);
      return running;
    },
    attempts: () => attempts,
  };
}
