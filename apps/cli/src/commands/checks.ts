import type { Check } from '@perimeter/engine/catalogue/check';
import { type AuditModule, phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import type { ChecksArguments } from '../offline/arguments.ts';
import type { Context } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { ratingOf, renderCatalogue } from './checks-view.ts';

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

/** Prints the catalogue: every check of every module, in the order of an audit. */
export function runChecks({ format, colour }: ChecksArguments, { stdout, env }: Context): ExitCode {
  if (format === 'json') {
    stdout.write(jsonText(modules.flatMap((module) => module.checks.map((check) => factsOf(module, check)))));
    return exitCodes.ok.code;
  }
  stdout.write(renderCatalogue(terminalOptions(colour, env, stdout)));
  return exitCodes.ok.code;
}
