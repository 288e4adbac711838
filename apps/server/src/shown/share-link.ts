import type { ShareLink } from '@perimeter/contract/answers/share';
import type { ShareLinkRow } from '../repositories/schema/shared.ts';
import { prefixedIds } from './prefixed-ids.ts';

/** Ids of links. */
export const shareIds = prefixedIds('shr_', 'share_link_not_found');

/** A link in the API, without its token. */
export const toShare = (row: ShareLinkRow): ShareLink => ({
  id: shareIds.toId(row.id),
  redacted: row.redacted,
  answers: row.takes_answers,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
});
