import { diagnose, type Diagnosis } from '@perimeter/engine/runner/vantage/doctor';
import { vantageRows } from '@perimeter/engine/runner/vantage/section';
import { createScreen, heading, paragraph, row, type TerminalOptions } from '@perimeter/report/terminal/screen';
import { type Line, renderLines } from '@perimeter/report/terminal/style';
import type { DoctorArguments } from '../offline/arguments.ts';
import type { Context } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { settingsFrom } from '../settings.ts';

const nameWidth = 24;
const dateWidth = 12;

/** A list with its date and age, and whether it is outdated. */
const listText = ({ name, date, days, maxDays }: Diagnosis['lists'][number]): string =>
  `${date.padEnd(dateWidth)}${name}: ${days === 1 ? '1 day' : `${days} days`} old${days > maxDays ? `, more than ${maxDays}` : ''}`;

/** The diagnosis as text. */
function renderDiagnosis(
  { vantage, resolvers, signatures, controls, lists, problems }: Diagnosis,
  options: TerminalOptions,
): string {
  const screen = createScreen(options);
  const pair = (name: string, text: string): Line => row(screen, 2, screen.clean(`${name.padEnd(nameWidth)}${text}`));
  const lines: Line[] = [
    heading(screen, 'What this machine can reach'),
    ...vantageRows(vantage).map(([name, { text }]) => pair(name, text)),
    pair('DNSSEC signatures', signatures),
    pair('Resolvers', resolvers.join(', ') || 'none'),
    [],
    heading(screen, 'Control names'),
    ...controls.map(({ name, ipv4, ipv6, issuer }) =>
      pair(
        name,
        `${[ipv4, ipv6].flatMap((address) => address ?? []).join(', ') || 'no address'}; certificate: ${issuer}`,
      ),
    ),
    [],
    heading(screen, 'Lists that audits judge by'),
    ...lists.map((list) => row(screen, 2, screen.clean(listText(list)))),
    [],
    ...(problems.length === 0
      ? [row(screen, 2, 'No problems found.')]
      : [
          heading(screen, 'Problems'),
          ...problems.flatMap((problem) => paragraph(screen, screen.clean(problem, 400), { indent: 2 })),
        ]),
  ];
  return renderLines(lines, options.colour);
}

/** Prints what audits can reach from this machine. */
export async function runDoctor({ format, colour }: DoctorArguments, { stdout, env }: Context): Promise<ExitCode> {
  const diagnosis = await diagnose(settingsFrom(env));
  stdout.write(
    format === 'json' ? jsonText(diagnosis) : renderDiagnosis(diagnosis, terminalOptions(colour, env, stdout)),
  );
  return diagnosis.problems.length === 0 ? exitCodes.ok.code : exitCodes.gateFailed.code;
}
