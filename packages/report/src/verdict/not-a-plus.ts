import type { Report } from '@perimeter/contract/report';
// A reason that ends in a check id: "Required for A+: tls-1-3-missing".
const OF_CHECK = /^(?<reason>.+): (?<id>[a-z0-9]+(?:-[a-z0-9]+)+)$/u;

/**
 * Why an A is not an A+, one line per issue and other reason; `nameOf` gives a check's title. Below A the issues are
 * the reasons.
 */
export function titledReasonsAgainstAPlus(
  { score }: Pick<Report, 'score'>,
  nameOf: (checkId: string) => string,
): string[] {
  if (score.grade !== 'A') return [];
  return score.notAPlus.map((text) => {
    const { reason, id } = OF_CHECK.exec(text)?.groups ?? {};
    return reason === undefined || id === undefined ? text : `${reason}: ${nameOf(id)}`;
  });
}

/** The title of a check in a report: its issue's, else the check's, else its id. */
export function checkTitles({ findings, modules }: Report): (checkId: string) => string {
  const titles = new Map([
    ...modules.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title] as const)),
    ...findings.map(({ checkId, title }) => [checkId, title] as const),
  ]);
  return (checkId) => titles.get(checkId) ?? checkId;
}
