import { combinedValue, headerValues } from '@perimeter/protocols/http/headers/header-list';
import type { BotWall, HttpExchange, HttpResponse } from '../../evidence/http/schema.ts';
import { type BotWallMark, botWallMarks } from './bot-walls.data.ts';

/** Challenge pages say what they are near their beginning. */
const maxTextLength = 64 * 1024;

function bears(mark: BotWallMark, response: HttpResponse, text: string): boolean {
  if (mark.statuses.length > 0 && !mark.statuses.includes(response.status)) return false;
  if (mark.text !== undefined) return text.includes(mark.text);
  const [wanted, contains] = mark.header ?? ['', ''];
  return headerValues(response.headers, wanted).some((value) => value.toLowerCase().includes(contains));
}

/** The wall that a response shows. */
function wallOf(url: string, response: HttpResponse): BotWall | null {
  const { status, headers, body } = response;
  const retryAfter = combinedValue(headers, 'retry-after');
  if (status === 429 || status === 401) return { url, status, retryAfter, mark: null };
  const text = (body.text ?? '').slice(0, maxTextLength).toLowerCase();
  const found = botWallMarks.find((candidate) => bears(candidate, response, text));
  if (found === undefined) return null;
  const { vendor, header, text: words } = found;
  return { url, status, retryAfter, mark: { vendor, header: header?.[0] ?? null, text: words ?? null } };
}

/** What other than the site answered: the document itself first, then a 429 anywhere. */
export function findBotWall(exchanges: readonly HttpExchange[], finalDocument: string | null): BotWall | null {
  const isFinal = ({ id }: HttpExchange): boolean => id === finalDocument;
  const isLimited = ({ result }: HttpExchange): boolean => result.ok && result.response.status === 429;
  for (const { url, result } of [...exchanges.filter(isFinal), ...exchanges.filter(isLimited)]) {
    const wall = result.ok ? wallOf(url, result.response) : null;
    if (wall !== null) return wall;
  }
  return null;
}
