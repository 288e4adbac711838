import { dayMs } from '@perimeter/protocols/durations';
import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import { parseRdapDomain } from '@perimeter/protocols/rdap/domain';
import type { RegistryRecord } from '../../evidence/registration.ts';
import { type Observed, seen, unobserved, unseen, untested } from '../../evidence/observed.ts';
import { startDeadline } from '../deadline.ts';
import type { AuditHttp } from '../http/client.ts';
import type { Fetched } from '../http/fetch.ts';
import { type HttpLimits, httpLimits } from '../http/limits.ts';
import { followRedirects } from '../http/redirects.ts';
import type { Resolver } from '../resolver/resolver.ts';

/** The registry's record of a domain; a value of null: no such domain. */
export type RegistryAnswer = Observed<RegistryRecord>;

/** A caller's view of the resolver, and its signal. */
export interface RegistryAsker {
  resolver: Pick<Resolver, 'query'>;
  signal: AbortSignal;
}

/** Cached answers of this process, with their times. */
export type RegistryMemory = Map<string, { atMs: number; answer: RegistryAnswer }>;

/** Settings of registry queries. */
export interface RegistrySettings {
  http: AuditHttp;
  /** RDAP service by top-level domain; empty: queries are disabled. */
  registries: ReadonlyMap<string, string>;
  memory: RegistryMemory;
  nowMs: () => number;
  /** Time limit for one answer. */
  totalMs?: number;
}

const usualTotalMs = 2_500;
const maxBytes = 256 * 1024;
/** Most domains that one audit queries registries for. */
const mostQuestions = 8;
const rememberedMs = dayMs;
const mostRemembered = 2_000;

const limitsFor = (totalMs: number): HttpLimits => ({
  ...httpLimits,
  exchangeMs: totalMs,
  connectMs: totalMs * 0.6,
  firstByteMs: totalMs,
  maxWireBytes: maxBytes,
  maxDecodedBytes: maxBytes,
});

/** RFC 7480 section 5: 200 with the domain, or 404; other sources and statuses are inconclusive. */
function readAnswer(last: Fetched | undefined, domain: string, { href: url }: URL): RegistryAnswer {
  const result = last?.exchange.facts.result;
  if (last === undefined || result === undefined) return unseen('blocked', 'nothing-asked');
  if (!result.ok) return unobserved(result.failure);
  if (last.exchange.facts.tls?.authorized !== true) return unseen('tls', 'registry-untrusted');
  const { status } = result.response;
  if (status === 404) return seen(null);
  const record = status === 200 ? parseRdapDomain(Buffer.from(last.exchange.content ?? []).toString('utf8')) : null;
  if (record === null || (record.name !== null && record.name !== domain))
    return unseen('malformed', 'registry-status', status);
  const { name: _, statuses, ...facts } = record;
  return seen({ statuses: [...statuses], ...facts, url });
}

/** Queries registries over one audit's HTTP client, each domain once. */
export function createRegistry({ http, registries, memory, nowMs, totalMs = usualTotalMs }: RegistrySettings) {
  const asked = new Map<string, Promise<RegistryAnswer>>();

  const fetchRecord = async (url: URL, domain: string, asker: RegistryAsker): Promise<RegistryAnswer> => {
    using deadline = startDeadline(asker.signal, { name: 'ask-registry()', timeoutMs: totalMs });
    const fetch = http.fetchWith({
      limits: limitsFor(totalMs),
      signal: deadline.signal,
      resolver: asker.resolver,
      accept: 'application/rdap+json',
    });
    const { hops } = await followRedirects(fetch, url);
    return readAnswer(hops.at(-1), domain, url);
  };

  const urlOf = (domain: string): URL | null => {
    // A top-level domain's registry does not know names below private registries (gone.uk.com).
    const isItsOwn = (registeredDomainOf(domain) ?? domain) === domain;
    const base = isItsOwn ? registries.get(domain.slice(domain.lastIndexOf('.') + 1)) : undefined;
    return base === undefined ? null : new URL(`domain/${domain}`, base);
  };

  const ask = async (domain: string, asker: RegistryAsker): Promise<RegistryAnswer> => {
    if (registries.size === 0) return untested('registries-off');
    const url = urlOf(domain);
    if (url === null) return untested('registry-unknown');
    const known = memory.get(url.href);
    if (known !== undefined && nowMs() - known.atMs < rememberedMs) return known.answer;
    if (asked.size > mostQuestions) return unseen('budget', 'too-many-fetches', mostQuestions);
    const answer = await fetchRecord(url, domain, asker);
    if (!answer.known) return answer;
    const [oldest] = memory.keys();
    if (memory.size >= mostRemembered && oldest !== undefined) memory.delete(oldest);
    memory.set(url.href, { atMs: nowMs(), answer });
    return answer;
  };

  return {
    /** The RDAP URL of a domain; null: no registry is known. */
    urlOf,
    lookup: (domain: string, asker: RegistryAsker): Promise<RegistryAnswer> => {
      const running = asked.get(domain);
      if (running !== undefined) return running;
      const started = Promise.resolve().then(async () => ask(domain, asker));
      asked.set(domain, started);
      return started;
    },
  };
}
export type Registry = ReturnType<typeof createRegistry>;
