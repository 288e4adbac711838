import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import type { ReceivedDocuments } from '../../net/http/client.ts';
import { readSliced } from '../read-sliced.ts';

type Families = BehaviourEvidence['families'];

async function describe(exchange: HttpExchange | undefined, documents: ReceivedDocuments): Promise<Families['ipv4']> {
  if (exchange === undefined || !exchange.result.ok) return null;
  const { status, headers } = exchange.result.response;
  const unread = { exchange: exchange.id, status, title: null, simhash: null };
  const document = documents.get(exchange.id);
  if (document === undefined || !isMarkup(parseContentType(headers).value)) return unread;
  const { title, simhash } = (await readSliced(document)).facts;
  return { ...unread, title, simhash };
}

/** The final document over each address family if its host has both, because the HTTP probe requested each address. */
export async function families(
  http: HttpEvidence,
  final: HttpExchange,
  documents: ReceivedDocuments,
): Promise<Families> {
  const found = (http.addresses ?? []).flatMap(({ exchange: id }) => http.exchanges.find((one) => one.id === id) ?? []);
  const first = (isIpv6: boolean): HttpExchange | undefined =>
    [final, ...found].find(({ address, result }) => result.ok && (address ?? '').includes(':') === isIpv6);
  const [ipv4, ipv6] = [first(false), first(true)];
  if (ipv4 === undefined || ipv6 === undefined) return { ipv4: null, ipv6: null };
  return { ipv4: await describe(ipv4, documents), ipv6: await describe(ipv6, documents) };
}
