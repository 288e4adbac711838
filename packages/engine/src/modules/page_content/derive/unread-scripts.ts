import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import type { PageContent } from '../../derive/subjects/page.ts';
import { counted, shorten } from '../../../evidence/words/text.ts';

/** Why unread scripts of the site may contain something that was not found; null where all were read. */
export function unreadScripts({ page: { scripts, scriptsLeft } }: PageContent): Plain | null {
  if (scriptsLeft > 0) return inconclusive('not-reached', `${counted(scriptsLeft, 'script')} of the site not read`);
  const unread = scripts.find(({ answer }) => !answer.known || answer.value.truncated);
  return unread === undefined
    ? null
    : inconclusive('page', `The script ${shorten(unread.url, 200)} was not read completely`);
}
