import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpResponse } from './schema.ts';

/** An interface that refuses says so in a few words. */
const maxBytes = 16 * 1024;

/** Firewalls answer programs in JSON too: their words are about the client or the event, not about the request. */
const aboutClient =
  /captcha|\bbots?\b|automated|challenge|\bblocked|your ip|ip address|\bwaf\b|firewall|suspicious|unusual traffic|rate.?limit|too many requests|incident|security policy/i;

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};

/** An XML document whose root is an error, as object stores and SOAP or REST interfaces send it. */
const xmlError =
  /^\uFEFF?\s{0,64}(?:<\?xml[^<>]{0,200}\?>\s{0,64})?<(?:[a-z][\w.-]{0,30}:)?(?:error|errors|errorresponse|exception|fault|envelope|problem)[\s/>]/i;

/** What the text must be, by the media type that the answer states: errors of interfaces in JSON and XML. */
function formatOf({ headers }: HttpResponse): ((text: string) => boolean) | null {
  const essence = parseContentType(headers).value?.essence ?? '';
  if (/^(?:application|text)\/json$|\+json$|^application\/x-amz-json-/.test(essence)) return isObject;
  return /^(?:application|text)\/xml$|\+xml$/.test(essence) && !/xhtml|svg/.test(essence)
    ? (text) => xmlError.test(text)
    : null;
}

/**
 * Whether a refusal (403) is the answer of an interface for programs, such as a gateway without the credentials it wants: the
 * site's own, as a login is. Where the text was not kept, what it told was noted: no wall.
 */
export function isApiAnswer(response: HttpResponse): boolean {
  const { status, body, wall } = response;
  const isFormat = formatOf(response);
  if (status !== 403 || isFormat === null || body.truncated) return false;
  if (body.text === null) return wall === null && body.characters !== undefined;
  return body.decodedBytes < maxBytes && isFormat(body.text) && !aboutClient.test(body.text);
}
