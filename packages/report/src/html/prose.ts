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

const labelHtml = (name: string): string => (name === '' ? '' : `<p class="label">${markupText(name)}</p>`);

/** One block; an example stands under the name of its server or tool. */
function blockHtml(block: Block, before: Block | undefined, next: Block | undefined): string {
  if (block.kind === 'code') {
    const label = isLabel(before, block) ? '' : labelHtml(stackName(block.language));
    return `${label}<pre>${markupText(block.lines.join('\n'))}</pre>`;
  }
  if (isLabel(block, next) && block.kind === 'paragraph') return `<p class="label">${spansHtml(block.spans)}</p>`;
  if (block.kind === 'paragraph') return `<p>${spansHtml(block.spans)}</p>`;
  return `<ul>${block.items.map((item) => `<li>${spansHtml(item)}</li>`).join('')}</ul>`;
}

/** The prose of a check as HTML. */
export const proseHtml = (markdown: string): string =>
  proseBlocks(markdown)
    .map((block, index, all) => blockHtml(block, all[index - 1], all[index + 1]))
    .join('\n');
