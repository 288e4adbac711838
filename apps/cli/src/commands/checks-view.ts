import { categoryTitles } from '@perimeter/contract/category';
import type { Check } from '@perimeter/engine/catalogue/check';
import { modules } from '@perimeter/engine/modules/registry';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { createScreen, heading, paragraph, row, type TerminalOptions } from '@perimeter/report/terminal/screen';
import { type Line, renderLines, span } from '@perimeter/report/terminal/style';

/** Score and severity of a check's vector; null if informational. */
export const ratingOf = ({ cvss }: Check): ReturnType<typeof scoreVector> | null =>
  cvss === undefined ? null : scoreVector(cvss);

/** The catalogue as a table of all modules with their checks. */
export function renderCatalogue(options: TerminalOptions): string {
  const screen = createScreen(options);
  const checkRow = (check: Check): Line[] => {
    const { severity = null, score = 0 } = ratingOf(check) ?? {};
    const sign = severity === null ? screen.symbols.dot : screen.symbols.severity[severity];
    const rating = `${sign} ${(severity === null ? 'info' : `${severity} ${score.toFixed(1)}`).padEnd(13)} `;
    const mode = check.mode === 'deep' ? ` ${screen.symbols.dot} deep mode` : '';
    const id = screen.clean(check.id + mode);
    return [
      ...paragraph(screen, id, { indent: 2, lead: [rating, severity ?? 'dim'], style: 'bold' }),
      row(screen, 18, screen.clean(check.title)),
    ];
  };
  const lines = modules
    .filter(({ checks }) => checks.length > 0)
    .flatMap(({ title, category, checks }): Line[] => [
      heading(screen, title, [span(`${categoryTitles[category]}, ${checks.length} `, 'dim')]),
      ...checks.flatMap(checkRow),
      [],
    ]);
  const total = modules.reduce((sum, { checks }) => sum + checks.length, 0);
  return renderLines([...lines, row(screen, 2, `${total} checks`, 'dim')], options.colour);
}
