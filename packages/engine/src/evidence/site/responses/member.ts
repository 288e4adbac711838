import type { HttpSection } from '@perimeter/contract/observed/observed';
import type { SomeEvidence } from '../../evidence.ts';
import { documentOfSite } from '../document/of-site.ts';
import type { HttpEvidence, HttpExchange } from '../../http/schema.ts';
import { failureText } from '../../failure-text.ts';
import { isWalledOff } from '../../http/wall.ts';

function exchangeOf({ id, method, url, address, tls, result }: HttpExchange): HttpSection['exchanges'][number] {
  const shared = { id, method, url, address, tlsProtocol: tls?.protocol ?? null };
  if (!result.ok) {
    const failure = failureText(result.failure);
    return { ...shared, status: null, httpVersion: null, headers: [], bodyBytes: null, failure };
  }
  const { status, httpVersion, headers, body } = result.response;
  return {
    ...shared,
    status,
    httpVersion,
    headers: headers.map(([name, value]) => ({ name, value })),
    bodyBytes: body.decodedBytes,
    failure: body.failure === undefined ? null : failureText(body.failure),
  };
}

/**
 * The report's view of HTTP evidence: bodies left out, chains as the URLs they went through. The final URL is that of the document
 * that checks judge; without one, the end of the chain of first rank, whatever stands there.
 */
export function httpMember({ http, target }: Pick<SomeEvidence, 'target'> & { http: HttpEvidence }): HttpSection {
  const { exchanges, chains, finalDocument } = http;
  const judged = documentOfSite({ http, target })?.answer.exchange.id;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return {
    finalUrl: byId.get(judged ?? finalDocument ?? '')?.url ?? null,
    botWall: isWalledOff(http),
    chains: chains.map(({ start, hops, ended }) => {
      const passed = hops.flatMap((id) => byId.get(id) ?? []);
      const statuses = passed.flatMap(({ result }) => (result.ok ? [result.response.status] : []));
      return { start, urls: passed.map(({ url }) => url), statuses, ended };
    }),
    exchanges: exchanges.map(exchangeOf),
  };
}
