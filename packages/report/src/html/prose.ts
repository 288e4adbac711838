import { markupText } from '../xml.ts';
import { isLabel, stackName } from '../examples.ts';
import { type Block, proseBlocks, type Span } from '../prose.ts';

function spanHtml(span: Span): string {
  const text = markupText(span.text);
  if (span.kind === 'code') return `<code>${text}</code>`;
  if (span.kind === 'strong') return `<strong>${text}</strong>`;
  return span.kind === 'link' ? `<a href="${markupText(span.url)}" rel="noreferrer">${text}</a>` : text;
}

const spansHtml = (spans: readonly Span[]): string => spans.map(spanHtml).join('');

/** An example with the name of its server or tool: the label before it, or its language. */
function exampleHtml({ language, lines }: Extract<Block, { kind: 'code' }>, name: Block | undefined): string {
  const label = name?.kind === 'paragraph' ? spansHtml(name.spans) : markupText(stackName(language, lines));
  return `<div class="example">${label === '' ? '' : `<p class="label">${label}</p>`}<pre>${markupText(lines.join('\n'))}</pre></div>`;
}

const cellsHtml = (tag: string, cells: readonly (readonly Span[])[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${spansHtml(cell)}</${tag.split(' ')[0]}>`).join('')}</tr>`;

function textHtml(block: Exclude<Block, { kind: 'code' }>): string {
  if (block.kind === 'table')
    return `<table><thead>${cellsHtml('th scope="col"', block.head)}</thead><tbody>${block.rows.map((row) => cellsHtml('td', row)).join('')}</tbody></table>`;
  return block.kind === 'paragraph'
    ? `<p>${spansHtml(block.spans)}</p>`
    : `<ul>${block.items.map((item) => `<li>${spansHtml(item)}</li>`).join('')}</ul>`;
}

/** A check's prose as HTML; consecutive examples are grouped. */
export function proseHtml(markdown: string): string {
  const blocks = proseBlocks(markdown);
  const parts: string[] = [];
  let examples: string[] = [];
  const flush = (): void => {
    if (examples.length > 0) parts.push(`<div class="examples">${examples.join('\n')}</div>`);
    examples = [];
  };
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (block.kind === 'code') examples.push(exampleHtml(block, isLabel(before, block) ? before : undefined));
    else if (!isLabel(block, blocks[index + 1])) {
      flush();
      parts.push(textHtml(block));
    }
  }
  flush();
  return parts.join('\n');
}
