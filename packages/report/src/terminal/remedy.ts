import { stackName } from '../examples.ts';

/** A configuration example of a remedy, with its label. */
interface Example {
  /** Server or tool, from the text before the example; empty if unknown. */
  label: string;
  lines: string[];
}

/** The part of a remedy that fits a terminal: what to do, and one example. */
export interface Remedy {
  text: string;
  example: Example | null;
  /** The labels of the omitted examples. */
  others: string[];
}

const FENCE = /^\s*(?:```|~~~)\s*([\w+-]*)/u;

/** Inline Markdown as plain text: emphasis marks are removed, code keeps its backticks, links keep their text. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/\*\*|__/gu, '')
    .replaceAll(/^\s*#{1,6}\s+/gmu, '')
    .trim();

interface Block {
  kind: 'text' | 'code';
  info: string;
  lines: string[];
}

function blocks(markdown: string): Block[] {
  const found: Block[] = [{ kind: 'text', info: '', lines: [] }];
  for (const line of markdown.split(/\r?\n/u)) {
    const fence = FENCE.exec(line);
    const current = found.at(-1);
    if (fence !== null) {
      const opens = current?.kind !== 'code';
      found.push({ kind: opens ? 'code' : 'text', info: opens ? (fence[1] ?? '') : '', lines: [] });
    } else current?.lines.push(line);
  }
  return found;
}

/** The label of an example: a short line directly before it that is not a sentence; else its language. */
function labelOf(before: Block | undefined, { info, lines }: Block): string {
  const last =
    (before?.lines ?? [])
      .join('\n')
      .trimEnd()
      .split(/\n\s*\n/u)
      .at(-1)
      ?.trim() ?? '';
  const isLabel = !last.includes('\n') && last.length <= 40 && /[^.;!?]$/u.test(last);
  return isLabel ? plain(last).replaceAll('`', '').replace(/:$/u, '') : stackName(info, lines);
}

const paragraphs = (block: Block | undefined): string[] =>
  plain((block?.lines ?? []).join('\n'))
    .split(/\n\s*\n/u)
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Parses a remedy's Markdown: its first paragraph, its first example, and the labels of the others. */
export function readRemedy(markdown: string): Remedy {
  const all = blocks(markdown);
  const examples = all.flatMap((block, index): Example[] =>
    block.kind === 'code' ? [{ label: labelOf(all[index - 1], block), lines: block.lines }] : [],
  );
  const [example = null, ...rest] = examples;
  const [first = ''] = paragraphs(all[0]);
  const text = example !== null && first.replace(/[:.]$/u, '') === example.label ? '' : first;
  const others = [...new Set(rest.map(({ label }) => label))].filter(
    (label) => label !== '' && label !== example?.label,
  );
  return { text, example, others };
}
