import { isLabel, plainText, stackName } from '../../examples.ts';
import { type Block, proseBlocks, type Span } from '../../prose.ts';
import { clean, cleanMono, typographic } from '../typography.ts';
import { type CodeLine, codeLines } from './code-lines.ts';
import { type AnnexLimits, annexLimits } from './limits.ts';

const maxLabelLength = 60;

type PrintedSpan = [kind: string, text: string, url: string];

const spanOf = (span: Span): PrintedSpan => [
  span.kind,
  span.kind === 'code' ? cleanMono(span.text, 2_000) : clean(typographic(span.text)),
  span.kind === 'link' ? span.url : '',
];

interface Example {
  label: PrintedSpan[];
  language: string;
  lines: CodeLine[];
}

type PrintedBlock =
  | { kind: 'code'; language: string; lines: CodeLine[] }
  | { kind: 'list'; items: PrintedSpan[][] }
  | { kind: 'table'; head: PrintedSpan[][]; rows: PrintedSpan[][][] }
  | { kind: 'label'; spans: PrintedSpan[] }
  | { kind: 'paragraph'; spans: PrintedSpan[]; leads: boolean }
  | { kind: 'examples'; columns: number; items: Example[] };

function printedBlock(block: Block, index: number, blocks: readonly Block[], codeLimit: number): PrintedBlock {
  const next = blocks[index + 1];
  if (block.kind === 'code') {
    // If a label precedes the example, its stack is not repeated.
    const name = isLabel(blocks[index - 1], block) ? '' : stackName(block.language);
    const lines = codeLines(block.lines.slice(0, codeLimit), block.language);
    return { kind: 'code', language: clean(name, maxLabelLength), lines };
  }
  if (block.kind === 'table') {
    // A row has as many cells as the head.
    const cells = (row: readonly (readonly Span[])[]): PrintedSpan[][] =>
      block.head.map((_, column) => (row[column] ?? []).map(spanOf));
    return { kind: 'table', head: cells(block.head), rows: block.rows.map(cells) };
  }
  if (block.kind === 'list') return { kind: 'list', items: block.items.map((item) => item.map(spanOf)) };
  const spans = block.spans.map(spanOf);
  return isLabel(block, next) ? { kind: 'label', spans } : { kind: 'paragraph', spans, leads: next?.kind === 'code' };
}

/** Maximum line length of examples in three columns, or two. */
const inThree = 33;
const inTwo = 50;

const longestOf = ({ lines }: Example): number => Math.max(0, ...lines.map(({ text }) => text.length));

/** Consecutive examples, in columns if their lines are short. */
function arranged(run: readonly Example[]): PrintedBlock[] {
  const longest = Math.max(...run.map(longestOf));
  if (run.length > 1 && longest <= inTwo) {
    return [{ kind: 'examples', columns: run.length === 3 && longest <= inThree ? 3 : 2, items: [...run] }];
  }
  return run.flatMap(({ label, ...code }): PrintedBlock[] => [
    ...(label.length === 0 ? [] : [{ kind: 'label' as const, spans: label }]),
    { kind: 'code', ...code },
  ]);
}

/** Blocks with consecutive examples arranged in columns. */
function printed(blocks: readonly Block[], codeLimit: number): PrintedBlock[] {
  const done: PrintedBlock[] = [];
  let run: Example[] = [];
  let label: PrintedSpan[] = [];
  for (const block of blocks.map((one, index) => printedBlock(one, index, blocks, codeLimit))) {
    if (block.kind === 'label') label = block.spans;
    else if (block.kind === 'code') {
      run.push({ label, language: block.language, lines: block.lines });
      label = [];
    } else {
      if (run.length > 0) done.push(...arranged(run));
      run = [];
      done.push(block);
    }
  }
  return run.length > 0 ? [...done, ...arranged(run)] : done;
}

/** A check's prose for the document. */
export const printedProse = (markdown: string): PrintedBlock[] =>
  printed(proseBlocks(markdown), annexLimits.full.codeLines);

/** A fix with its first examples and the labels of the others, which are in the attachment. */
export function printedRemedy(
  markdown: string,
  { examples, codeLines: codeLimit }: Pick<AnnexLimits, 'examples' | 'codeLines'>,
): { blocks: PrintedBlock[]; more: string[] } {
  const blocks = proseBlocks(markdown);
  const left = new Set<Block>(blocks.filter(({ kind }) => kind === 'code').slice(examples));
  const more: string[] = [];
  const kept = blocks.filter((block, index) => {
    const next = blocks[index + 1];
    const isLeftLabel = next !== undefined && left.has(next) && isLabel(block, next);
    const before = blocks[index - 1];
    if (isLeftLabel) more.push(plainText(block).replace(/:$/u, ''));
    else if (block.kind === 'code' && left.has(block) && !isLabel(before, block)) more.push(stackName(block.language));
    return !isLeftLabel && !left.has(block);
  });
  const names = [...new Set(more)].filter((name) => name !== '').map((name) => clean(name, maxLabelLength));
  return { blocks: printed(kept, codeLimit), more: names };
}
