import { isLabel, plainText, stackName } from '../examples.ts';
import { type Block, proseBlocks, type Span } from '../prose.ts';
import { createPrinter, flowing, printable } from './printable.ts';

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

/** Examples of configuration under one remedy. */
const maxExamples = 3;
const maxLabelLength = 60;

type PrintedSpan = [kind: string, text: string, url: string];

const spanOf = (span: Span): PrintedSpan => [
  span.kind,
  flowing(printable(span.kind === 'code' ? mono : sans, span.text)),
  span.kind === 'link' ? span.url : '',
];

function printedBlock(block: Block, next: Block | undefined): object {
  if (block.kind === 'code') {
    const lines = block.lines.slice(0, 40).map((line) => printable(mono, line.replaceAll('\t', '    '), 200));
    return { kind: 'code', language: printable(mono, stackName(block.language), maxLabelLength), lines };
  }
  if (block.kind === 'list') return { kind: 'list', items: block.items.map((item) => item.map(spanOf)) };
  const spans = block.spans.map(spanOf);
  return isLabel(block, next) ? { kind: 'label', spans } : { kind: 'paragraph', spans, leads: next?.kind === 'code' };
}

const printed = (blocks: readonly Block[]): object[] =>
  blocks.map((block, index) => printedBlock(block, blocks[index + 1]));

/** The prose of a check as its document prints it. */
export const printedProse = (markdown: string): object[] => printed(proseBlocks(markdown));

/** A remedy with its first examples, and what the others are for: they stay in the attachment, with their labels. */
export function printedRemedy(markdown: string): { blocks: object[]; more: string[] } {
  const blocks = proseBlocks(markdown);
  const left = new Set<Block>(blocks.filter(({ kind }) => kind === 'code').slice(maxExamples));
  const more: string[] = [];
  const kept = blocks.filter((block, index) => {
    const next = blocks[index + 1];
    const isLeftLabel = next !== undefined && left.has(next) && isLabel(block, next);
    const before = blocks[index - 1];
    if (isLeftLabel) more.push(plainText(block).replace(/:$/u, ''));
    else if (block.kind === 'code' && left.has(block) && !isLabel(before, block)) more.push(stackName(block.language));
    return !isLeftLabel && !left.has(block);
  });
  const names = [...new Set(more)].filter((name) => name !== '').map((name) => printable(sans, name, maxLabelLength));
  return { blocks: printed(kept), more: names };
}
