import { parseCspPolicy } from '@perimeter/protocols/http/csp/parse';
import { readSources } from '@perimeter/protocols/http/csp/sources';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { answersOf } from '../../evidence/http/answer.ts';
import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import { wallOf } from '../../evidence/http/wall.ts';
import type { PageDocument, PageEvidence } from '../../evidence/page/schema.ts';
import type { ReceivedDocument } from '../../net/http/client.ts';
import { readSliced } from '../read-sliced.ts';

/** Only markup of the site itself is read, not what stands in its place. */
function isReadable({ result }: HttpExchange): boolean {
  if (!result.ok || !isMarkup(parseContentType(result.response.headers).value)) return false;
  const wall = wallOf(result.response);
  return wall === null || wall.kind === 'login';
}

const withoutNonces = (text: string, nonces: readonly string[]): string =>
  nonces.reduce((left, nonce) => (nonce === '' ? left : left.replaceAll(nonce, '')), text);

/** The exchanges, and the documents that came with them. */
export interface Reader {
  http: HttpEvidence;
  received: ReadonlyMap<string, ReceivedDocument>;
}

/** The text of an exchange that is the site's own markup. */
export const documentOf = ({ http, received }: Reader, id: string | undefined): ReceivedDocument | null => {
  const exchange = http.exchanges.find((one) => one.id === id);
  return exchange !== undefined && isReadable(exchange) ? (received.get(exchange.id) ?? null) : null;
};

/** Whether a policy of the document, in its header or its text, uses one of the longer hashes. */
function usesLongHashes({ http }: Reader, id: string, text: string): boolean {
  const headers = answersOf(http).get(id)?.headers ?? [];
  const policies = headerValues(headers, 'Content-Security-Policy').join();
  const all = /content-security-policy/i.test(text) ? `${policies}${text}` : policies;
  return /sha(?:384|512)-/i.test(all);
}

/** The document of an exchange, read. */
export async function readRole(
  reader: Reader,
  id: string | null,
  role: PageDocument['role'],
  onScript?: (code: string) => void,
): Promise<PageDocument[]> {
  const document = documentOf(reader, id ?? undefined);
  if (id === null || document === null) return [];
  const longHashes = usesLongHashes(reader, id, document.text);
  return [{ exchange: id, role, facts: await readSliced(document, { onScript, longHashes }) }];
}

/** No policy has more of them, but one that was made to. */
const maxPolicyNonces = 50;

/** The nonces that policies name. */
const noncesIn = (policies: readonly string[]): string[] => {
  const sources = policies.flatMap((text) => [...parseCspPolicy(text).directives.values()].flatMap(readSources));
  const nonces = sources.flatMap((source) => (source.kind === 'nonce' ? [source.nonce] : []));
  return [...new Set(nonces)].slice(0, maxPolicyNonces);
};

/** The second answer is read for its nonces alone. */
export async function readAgain(reader: Reader, final: PageDocument): Promise<PageEvidence['again']> {
  const id = reader.http.exchanges.find(({ purpose }) => purpose === 'again')?.id;
  const [first, second] = [documentOf(reader, final.exchange), documentOf(reader, id)];
  if (id === undefined || first === null || second === null) return null;
  const { nonces, metaPolicies } = await readSliced(second);
  return {
    exchange: id,
    nonces: [...nonces],
    policyNonces: noncesIn(metaPolicies.map(({ text }) => text)),
    sameBody: first.text === second.text,
    sameWithoutNonces: withoutNonces(first.text, final.facts.nonces) === withoutNonces(second.text, nonces),
  };
}
