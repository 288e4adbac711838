import { prose } from '@perimeter/engine/catalogue/prose.data';
import { isReference, urlOfReference } from '@perimeter/engine/catalogue/reference';
import { modules } from '@perimeter/engine/modules/registry';
import { type Block, proseBlocks, type Span } from '@perimeter/report/prose';
import { createScreen, heading, paragraph, row, type Screen } from '@perimeter/report/terminal/screen';
import { type Line, renderLines } from '@perimeter/report/terminal/style';
import { hintOn, UsageError } from '../../argument-values.ts';
import type { Context } from '../../context.ts';
import { type ColourMode, terminalOptions } from '../../display.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { ratingOf } from '../checks-view.ts';

const givenText = (spans: readonly Span[]): string =>
  spans
    .map((one) =>
      one.kind === 'link' ? `${one.text} (${one.url})` : one.kind === 'code' ? `\`${one.text}\`` : one.text,
    )
    .join('')
    .replaceAll('\n', ' ');

function linesOf(screen: Screen, block: Block): Line[] {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(screen, screen.clean(givenText(block.spans)));
    case 'list':
      return block.items.flatMap((item) => paragraph(screen, screen.clean(givenText(item)), { lead: ['- ', 'plain'] }));
    case 'table':
      return [block.head, ...block.rows].map((cells) => row(screen, 4, screen.clean(cells.map(givenText).join('  '))));
    case 'code':
      return block.lines.map((line) => row(screen, 6, screen.clean(line), 'dim'));
  }
}

const section = (screen: Screen, title: string, markdown: string): Line[] => [
  [],
  heading(screen, title),
  ...proseBlocks(markdown).flatMap((block, index) => [...(index === 0 ? [] : [[]]), ...linesOf(screen, block)]),
];

/** perimeter explain: prints a check's prose. Throws UsageError for an unknown check. */
export function runExplain(
  { check: id, colour }: { check: string; colour: ColourMode },
  { stdout, env }: Context,
): ExitCode {
  const all = modules.flatMap(({ checks }) => checks);
  const check = all.find((one) => one.id === id.toLowerCase());
  if (check === undefined) {
    const hint = hintOn(
      id,
      all.map((one) => one.id),
      'perimeter explain ',
    );
    throw new UsageError(`Unknown check${hint === '' ? '. All checks: perimeter checks' : hint}`);
  }
  const options = terminalOptions(colour, env, stdout);
  const screen = createScreen(options);
  const { why = '', fix = '', acceptable = '' } = prose[check.id] ?? {};
  const rating = ratingOf(check);
  const facts = [
    rating === null ? 'information, no severity' : `${rating.severity}, CVSS ${rating.score.toFixed(1)}`,
    ...(check.mode === 'deep' ? ['deep mode only'] : []),
    ...check.cwe.map((number) => `CWE-${number}`),
  ];
  const lines = [
    ...paragraph(screen, screen.clean(`${check.id}: ${check.finding}`), { indent: 2, style: 'bold' }),
    ...paragraph(screen, screen.clean(facts.join(', ')), { indent: 2, style: 'dim' }),
    ...section(screen, 'Why it matters', why),
    ...section(screen, 'How to fix it', fix),
    ...section(screen, 'When this risk can be accepted', acceptable),
    [],
    heading(screen, 'Sources'),
    ...check.references.map((one) =>
      row(screen, 4, screen.clean(`${one}  ${isReference(one) ? urlOfReference(one) : ''}`)),
    ),
  ];
  stdout.write(renderLines(lines, options.colour));
  return exitCodes.ok.code;
}
