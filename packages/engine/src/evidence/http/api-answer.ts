import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpResponse } from './schema.ts';
import { jsonOrNull } from '@perimeter/protocols/json';

/** API error responses are short. */
const maxBytes = 16 * 1024;

/** Firewalls answer API clients in JSON too: these words are about the client or the event, not about the request. */
const aboutClient =
  /captcha|\bbots?\b|automated|challenge|\bblocked|your ip|ip address|\bwaf\b|firewall|suspicious|unusual traffic|rate.?limit|too many requests|incident|security policy/i;

const isObjectOrList = (text: string): boolean => {
  const value = jsonOrNull(text);
  return typeof value === 'object' && value !== null;
};

/** An XML document whose root is an error, as object stores and SOAP or REST interfaces send it. */
const xmlError =
  /^\uFEFF?\s{0,64}(?:<\?xml[^<>]{0,200}\?>\s{0,64})?<(?:[a-z][\w.-]{0,30}:)?(?:error|errors|errorresponse|exception|fault|envelope|problem)[\s/>]/i;

/** Tests the text by the media type of the answer: API errors in JSON or XML. */
function formatOf({ headers }: HttpResponse): ((text: string) => boolean) | null {
  const essence = parseContentType(headers).value?.essence ?? '';
  if (/^(?:application|text)\/json$|\+json$|^application\/x-amz-json-/.test(essence)) return isObjectOrList;
  return /^(?:application|text)\/xml$|\+xml$/.test(essence) && !/xhtml|svg/.test(essence)
    ? (text) => xmlError.test(text)
    : null;
}

/**
 * Whether a 403 is the answer of an API, such as a gateway that wants credentials: the site's own content, as a login
 * is. Where the text was not kept, the recorded absence of a wall decides.
 */
export function isApiAnswer(response: HttpResponse): boolean {
  const { status, body, wall } = response;
  const isFormat = formatOf(response);
  if (status !== 403 || isFormat === null || body.truncated) return false;
  if (body.text === null) return wall === null && body.characters !== undefined;
  return body.decodedBytes < maxBytes && isFormat(body.text) && !aboutClient.test(body.text);
}
