import { markupText } from '../xml.ts';
import { type Block, proseBlocks, type Span } from '../prose.ts';

function spanHtml(span: Span): string {
  const text = markupText(span.text);
  if (span.kind === 'code') return `<code>${text}</code>`;
  if (span.kind === 'strong') return `<strong>${text}</strong>`;
  return span.kind === 'link' ? `<a href="${markupText(span.url)}" rel="noreferrer">${text}</a>` : text;
}

const spansHtml = (spans: readonly Span[]): string => spans.map(spanHtml).join('');

function blockHtml(block: Block): string {
  if (block.kind === 'code') return `<pre>${markupText(block.lines.join('\n'))}</pre>`;
  if (block.kind === 'paragraph') return `<p>${spansHtml(block.spans)}</p>`;
  return `<ul>${block.items.map((item) => `<li>${spansHtml(item)}</li>`).join('')}</ul>`;
}

/** The prose of a check as HTML. */
export const proseHtml = (markdown: string): string => proseBlocks(markdown).map(blockHtml).join('\n');
