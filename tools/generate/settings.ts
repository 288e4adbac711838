import { type Setting, settingsTable } from '@perimeter/server/settings/table.data';
import { betweenMarkers } from './between-markers.ts';
import type { GeneratedFile } from './repo-root.ts';

const grouped = (count: number): string => count.toLocaleString('en');

/** What stands without the variable, with unit and range where it is a number. */
function defaultOf(setting: Setting): string {
  const { fallback, without = '' } = setting;
  const shown = fallback === null ? without : `\`${fallback}\``;
  if (!('least' in setting)) return shown;
  const { least, most, unit } = setting;
  const range = `${grouped(least)} to ${grouped(most)}`;
  return unit === null ? `${shown} (${range})` : `${shown} (${unit}, ${range})`;
}

/** The page of operations with its table of settings renewed. */
export function operationsWithSettings(): GeneratedFile {
  const rows = Object.entries<Setting>(settingsTable).map(([name, setting]) =>
    `| \`${name}\` | ${defaultOf(setting)} | ${setting.says} |`.replace('|  |', '| |'),
  );
  const head = ['| Variable | Default | Meaning |', '|---|---|---|'];
  return betweenMarkers('docs/operations.md', 'settings', [...head, ...rows].join('\n'));
}
