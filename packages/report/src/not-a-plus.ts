import type { Report } from '@perimeter/contract/report';
import { counted } from './words.ts';

const maxNamed = 4;

// A reason that ends in the id of a check: "Required for A+: tls-1-3-missing".
const OF_CHECK = /^(?<reason>.+): (?<id>[a-z0-9]+(?:-[a-z0-9]+)+)$/u;

/** Why the grade is not A+, the checks with the same reason in one line; `nameOf` says what a check is called. */
export function reasonsAgainstAPlus({ score }: Pick<Report, 'score'>, nameOf: (checkId: string) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const text of score.notAPlus) {
    const { reason = text, id } = OF_CHECK.exec(text)?.groups ?? {};
    groups.set(reason, [...(groups.get(reason) ?? []), ...(id === undefined ? [] : [nameOf(id)])]);
  }
  return [...groups].map(([reason, names]) => {
    const left = names.length - maxNamed;
    const rest = left > 0 ? ` and ${counted(left, 'more', 'more')}` : '';
    return names.length === 0 ? reason : `${reason}: ${names.slice(0, maxNamed).join('; ')}${rest}`;
  });
}

/** The title of a check in a report: of its issue, else of the check, else its id. */
export function checkTitles({ findings, modules }: Report): (checkId: string) => string {
  const titles = new Map([
    ...modules.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title] as const)),
    ...findings.map(({ checkId, title }) => [checkId, title] as const),
  ]);
  return (checkId) => titles.get(checkId) ?? checkId;
}
