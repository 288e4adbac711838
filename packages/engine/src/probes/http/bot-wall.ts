import { combinedValue, headerValues } from '@perimeter/protocols/http/headers/header-list';
import type { HttpEvidence, HttpExchange, HttpResponse } from '../../evidence/http/schema.ts';
import type { BotWallMark } from './bot-walls.data.ts';
import { botWallMarks } from './bot-walls.data.ts';

/** Challenge pages say what they are near their beginning. */
const maxTextLength = 64 * 1024;

function bears(mark: BotWallMark, response: HttpResponse, text: string): boolean {
  if (mark.statuses.length > 0 && !mark.statuses.includes(response.status)) return false;
  if (mark.text !== undefined) return text.includes(mark.text);
  const [wanted, contains] = mark.header ?? ['', ''];
  return headerValues(response.headers, wanted).some((value) => value.toLowerCase().includes(contains));
}

function wallOf(response: HttpResponse): string | null {
  const retryAfter = combinedValue(response.headers, 'retry-after');
  // RFC 6585 section 4.
  if (response.status === 429)
    return `429 Too Many Requests${retryAfter === null ? '' : `, Retry-After: ${retryAfter}`}`;
  if (response.status === 401) return '401 Unauthorized: the site asks for credentials';
  const text = (response.body.text ?? '').slice(0, maxTextLength).toLowerCase();
  const mark = botWallMarks.find((candidate) => bears(candidate, response, text));
  if (mark === undefined) return null;
  const sign = mark.text === undefined ? `the header ${mark.header?.[0]}` : `"${mark.text}" in the page`;
  return `${response.status} with ${sign}: ${mark.vendor}`;
}

/** Tells whether something other than the site answered: the document itself first, then a 429 anywhere. */
export function findBotWall(exchanges: readonly HttpExchange[], finalDocument: string | null): HttpEvidence['botWall'] {
  const isFinal = ({ id }: HttpExchange): boolean => id === finalDocument;
  const isLimited = ({ result }: HttpExchange): boolean => result.ok && result.response.status === 429;
  for (const exchange of [...exchanges.filter(isFinal), ...exchanges.filter(isLimited)]) {
    const wall = exchange.result.ok ? wallOf(exchange.result.response) : null;
    if (wall !== null) return { detected: true, evidence: `${exchange.url}: ${wall}` };
  }
  return { detected: false, evidence: '' };
}
