import type { BotWall } from './schema.ts';

function signOf({ status, retryAfter, mark }: BotWall): string {
  // RFC 6585 section 4.
  if (status === 429 && mark === null)
    return `429 Too Many Requests${retryAfter === null ? '' : `, Retry-After: ${retryAfter}`}`;
  if (mark === null) return `${status} Unauthorized: the site asks for credentials`;
  const sign = mark.header === null ? `"${mark.text ?? ''}" in the page` : `the header ${mark.header}`;
  return `${status} with ${sign}: ${mark.vendor ?? 'a challenge page'}`;
}

/** What stood where the site should be, in one line. */
export const botWallText = (wall: BotWall): string => `${wall.url}: ${signOf(wall)}`;
