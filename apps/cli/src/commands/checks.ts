import { categoryTitles } from '@perimeter/contract/category';
import type { Check } from '@perimeter/engine/catalogue/check';
import { type AuditModule, phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { createScreen, heading, paragraph, row } from '@perimeter/report/terminal/screen';
import { type Line, renderLines, span } from '@perimeter/report/terminal/style';
import type { ChecksArguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';

const ratingOf = ({ cvss }: Check): ReturnType<typeof scoreVector> | null =>
  cvss === undefined ? null : scoreVector(cvss);

const factsOf = (module: AuditModule, check: Check) => ({
  id: check.id,
  module: module.id,
  phase: phaseName(module),
  category: module.category,
  mode: check.mode,
  title: check.title,
  finding: check.finding,
  cvss: check.cvss ?? null,
  score: ratingOf(check)?.score ?? null,
  severity: ratingOf(check)?.severity ?? null,
  cwe: check.cwe,
  references: check.references,
  needs: check.needs,
});

/** Prints the catalogue: every check of every module in the order of an audit. */
export function runChecks({ format, colour }: ChecksArguments, { stdout, env }: Context): ExitCode {
  if (format === 'json') {
    stdout.write(jsonText(modules.flatMap((module) => module.checks.map((check) => factsOf(module, check)))));
    return exitCodes.ok.code;
  }
  const options = terminalOptions(colour, env, stdout);
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
  stdout.write(renderLines([...lines, row(screen, 2, `${total} checks`, 'dim')], options.colour));
  return exitCodes.ok.code;
}
