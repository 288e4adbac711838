import { parseCspPolicy } from '@perimeter/protocols/http/csp/parse';
import { readSources } from '@perimeter/protocols/http/csp/sources';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import type { PageDocument, PageEvidence } from '../../evidence/page/schema.ts';
import { isOfSite } from '../../evidence/site/in-place.ts';
import type { ReceivedDocument } from '../../net/http/client.ts';
import { readSliced } from '../read-sliced.ts';

/** Only markup of the site itself is read, not walls. */
const isReadable = (exchange: HttpExchange): boolean =>
  isOfSite(exchange) && exchange.result.ok && isMarkup(parseContentType(exchange.result.response.headers).value);

const withoutNonces = (text: string, nonces: readonly string[]): string =>
  nonces.reduce((left, nonce) => (nonce === '' ? left : left.replaceAll(nonce, '')), text);

/** The exchanges, and their received documents. */
export interface Reader {
  http: HttpEvidence;
  received: ReadonlyMap<string, ReceivedDocument>;
}

/** The text of an exchange with the site's own markup. */
export const documentOf = ({ http, received }: Reader, id: string | undefined): ReceivedDocument | null => {
  const exchange = http.exchanges.find((one) => one.id === id);
  return exchange !== undefined && isReadable(exchange) ? (received.get(exchange.id) ?? null) : null;
};

/** The parsed document of an exchange, with its inline scripts. */
export async function readRole(
  reader: Reader,
  id: string | null,
  role: PageDocument['role'],
): Promise<{ document: PageDocument; scripts: readonly string[] } | null> {
  const document = documentOf(reader, id ?? undefined);
  if (id === null || document === null) return null;
  const { facts, scripts } = await readSliced(document);
  return { document: { exchange: id, role, facts }, scripts };
}

/** More nonces than any legitimate policy has. */
const maxPolicyNonces = 50;

/** The nonces in policies. */
const noncesIn = (policies: readonly string[]): string[] => {
  const sources = policies.flatMap((text) => [...parseCspPolicy(text).directives.values()].flatMap(readSources));
  const nonces = sources.flatMap((source) => (source.kind === 'nonce' ? [source.nonce] : []));
  return [...new Set(nonces)].slice(0, maxPolicyNonces);
};

/** The second response is only read for its nonces. */
export async function readAgain(reader: Reader, final: PageDocument): Promise<PageEvidence['again']> {
  const id = reader.http.exchanges.find(({ purpose }) => purpose === 'again')?.id;
  const [first, second] = [documentOf(reader, final.exchange), documentOf(reader, id)];
  if (id === undefined || first === null || second === null) return null;
  const { nonces, metaPolicies } = (await readSliced(second)).facts;
  return {
    exchange: id,
    nonces: [...nonces],
    policyNonces: noncesIn(metaPolicies.map(({ text }) => text)),
    sameBody: first.text === second.text,
    sameWithoutNonces: withoutNonces(first.text, final.facts.nonces) === withoutNonces(second.text, nonces),
  };
}
