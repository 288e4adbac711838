import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { edgeNetworkOf } from '../../evidence/http/edge-marks.ts';
import { seen, unobserved } from '../../evidence/observed.ts';
import { formOf } from '../../evidence/http/text-form.ts';
import type { OriginCandidate } from '../../evidence/routing/schema.ts';
import type { ReceivedDocument } from '../../net/http/client.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import { readSliced } from '../read-sliced.ts';

/** Title and fingerprint of a document; null: none. */
export const described = async (document: ReceivedDocument | null) =>
  document === null ? { title: null, simhash: null } : (await readSliced(document)).facts;

const documentOf = (url: URL, { facts: { result } }: Exchanged): ReceivedDocument | null =>
  result.ok && result.response.body.text !== null && isMarkup(parseContentType(result.response.headers).value)
    ? { url, text: result.response.body.text, form: formOf(result.response) }
    : null;

/** An address's response to a request with the site's name. */
export async function answerOf(url: URL, exchanged: Exchanged): Promise<OriginCandidate['answer']> {
  const { result, tls } = exchanged.facts;
  if (!result.ok) return unobserved(result.failure);
  const { title, simhash } = await described(documentOf(url, exchanged));
  const { status, headers } = result.response;
  const edge = edgeNetworkOf(headers);
  return seen({
    status,
    title,
    simhash,
    edge,
    certificate: tls?.certificate ?? null,
    trusted: tls?.authorized === true,
  });
}
