import type { HostAnswer } from '../../../evidence/names/schema.ts';
import { defaultTitles } from '../../derive/http/default-titles.data.ts';
import { controlTitles, developmentServers, environmentTitle, starterTitles, toolTitles } from './unfinished.data.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** Signs apart from its name that a page is not for visitors, as the end of a sentence; null: none. */
export function unfinishedSign({ title, software }: HostAnswer): string | null {
  const text = title?.trim() ?? '';
  const line = software.find((one) => developmentServers.test(one));
  if (line !== undefined) return `a server for development sends it (${shorten(line, 60)})`;
  if (toolTitles.test(text)) return 'its title is that of a tool';
  if (environmentTitle.test(text)) return 'its title says so';
  return starterTitles.test(text) || defaultTitles.some((one) => one.test(text))
    ? 'its title is that of a page that nobody has made yet'
    : null;
}

/** Whether a page is that of a tool whose users run code, or read and change data. */
export const isConsole = ({ title }: HostAnswer): boolean => controlTitles.test(title?.trim() ?? '');
