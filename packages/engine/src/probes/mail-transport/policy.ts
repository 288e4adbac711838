import { decidedByTwo, stsTexts } from '../../evidence/mail-transport/sts.ts';
import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { netFailure, seen, untested, unobserved } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { type HttpLimits, httpLimits } from '../../net/http/limits.ts';
import { judgePath } from '../../pki/path/verdict.ts';
import { platformHandshake } from '../../tls/client/platform-handshake.ts';
import type { ProbeContext } from '../probe.ts';
import { askPolicy } from '../belief.ts';
import { otherRequests } from '../requests.data.ts';

type Judge = Parameters<typeof judgePath>[0];
type MtaSts = MailTransportEvidence['mtaSts'];
type Fetched = MtaSts['fetch'];
type Certificate = Pick<(Fetched & { known: true })['value'], 'trusted' | 'certificateProblems'>;

/** RFC 8461 section 3.3 suggests a minute and 64 kilobytes; this limit is shorter. */
const policyMs = 10_000;
const policyLimits: HttpLimits = {
  ...httpLimits,
  exchangeMs: policyMs,
  maxWireBytes: 64 * 1024,
  maxDecodedBytes: 64 * 1024,
};

/** Judges the policy host's certificate by the audit's root list; null where no handshake completes. */
async function judgeCertificate(
  { dialer, signal }: ProbeContext,
  judge: Judge,
  host: string,
  address: string,
): Promise<Certificate | null> {
  const dialed = await dialer.connect({ address, port: 443, host }, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return null;
  const { handshake } = await platformHandshake(dialed.socket, { serverName: host, awaitsTicket: false }, signal);
  if (handshake === null) return null;
  const served = handshake.chain.map((der) => judge.store.add(der, 'served'));
  const { verdict } = await judgePath(judge, served, host);
  return { trusted: verdict.trusted, certificateProblems: verdict.problems };
}

/** Fetches the policy; after a time-out or an interruption, once more. */
async function fetchTwice(context: ProbeContext, judge: Judge, url: URL): Promise<Pick<MtaSts, 'fetch' | 'again'>> {
  const first = await fetchPolicy(context, judge, url);
  if (first.known || !decidedByTwo.has(first.failure.reason)) return { fetch: first };
  const second = await fetchPolicy(context, judge, url);
  if (second.known) return { fetch: second };
  const failure = netFailure.safeParse(second.failure);
  return failure.success ? { fetch: first, again: failure.data } : { fetch: first };
}

async function fetchPolicy(context: ProbeContext, judge: Judge, url: URL): Promise<Fetched> {
  using deadline = startDeadline(context.signal, { name: 'fetch-policy()', timeoutMs: policyMs });
  const { signal } = deadline;
  const { http, resolver } = context;
  const means = http.probeWith({ limits: policyLimits, signal, resolver });
  const host = url.hostname;
  const found = await means.lookup(host);
  if (!found.ok) return unobserved(found.failure);
  const [{ exchange }, certificate] = await Promise.all([
    means.fetch(url),
    judgeCertificate({ ...context, signal }, judge, host, found.addresses[0] ?? ''),
  ]);
  const { result, tls } = exchange.facts;
  if (!result.ok) return unobserved(result.failure);
  const { status, headers, body } = result.response;
  const field = (name: string): string | null => headers.find(([found_]) => found_.toLowerCase() === name)?.[1] ?? null;
  if (body.failure !== undefined && body.failure.reason !== 'too-large') return unobserved(body.failure);
  return seen({
    status,
    contentType: field('content-type'),
    location: field('location'),
    ...(certificate ?? { trusted: tls?.authorized === true, certificateProblems: [] }),
    body: Buffer.from(exchange.content ?? new Uint8Array()).toString('latin1'),
    truncated: body.failure !== undefined || body.truncated,
  });
}

/** The domain's MTA-STS record, and its policy if there is a record (RFC 8461 section 3). */
export async function askMtaSts(context: ProbeContext, judge: Judge, domain: string): Promise<MtaSts> {
  const { resolver, signal } = context;
  const url = new URL(otherRequests.policy.url.replace('{domain}', domain));
  // The policy host's addresses are queried concurrently.
  for (const type of ['A', 'AAAA']) void resolver.query(url.hostname, type, { signal });
  const record = await askPolicy(context, 'mtaSts', domain);
  const fetched =
    stsTexts(record).length > 0 ? await fetchTwice(context, judge, url) : { fetch: untested('no-mta-sts-record') };
  return { record, ...fetched };
}
