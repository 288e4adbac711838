import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import type { PageContent } from '../../derive/subjects/page.ts';
import { counted, shorten } from '../../../evidence/words/text.ts';

/** Why unread scripts of the site may contain something that was not found; null where all were read. */
export function unreadScripts({ page: { scripts, scriptsLeft } }: PageContent): Plain | null {
  if (scriptsLeft > 0) return openBy('scripts-unread', { scripts: counted(scriptsLeft, 'script') });
  const unread = scripts.find(({ answer }) => !answer.known || answer.value.truncated);
  return unread === undefined ? null : openBy('script-cut', { url: shorten(unread.url, 200) });
}
