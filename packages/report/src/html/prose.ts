import { markupText } from '../forms/xml.ts';

/** Inline Markdown of our own prose: code, strong text and https links; everything else is text. */
function inline(text: string): string {
  return markupText(text)
    .replaceAll(/`([^`]+)`/gu, (_, code: string) => `<code>${code}</code>`)
    .replaceAll(/\*\*([^*]+)\*\*/gu, (_, strong: string) => `<strong>${strong}</strong>`)
    .replaceAll(
      /\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/gu,
      (_, label: string, url: string) => `<a href="${url}" rel="noreferrer">${label}</a>`,
    );
}

const isItem = (line: string): boolean => /^[-*] /u.test(line);

function block(lines: readonly string[]): string {
  if (lines.every((line) => isItem(line) || /^ {2,}/u.test(line))) {
    const items = lines.join('\n').split(/\n(?=[-*] )/u);
    return `<ul>${items.map((item) => `<li>${inline(item.replace(/^[-*] /u, ''))}</li>`).join('')}</ul>`;
  }
  return `<p>${inline(lines.join('\n'))}</p>`;
}

/** The prose of a check as HTML: paragraphs, lists and code blocks, the subset of Markdown that it is written in. */
export function proseHtml(markdown: string): string {
  const html: string[] = [];
  let code: string[] | null = null;
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) html.push(block(text));
    text = [];
  };
  for (const line of markdown.split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      flush();
      if (code !== null) html.push(`<pre>${markupText(code.join('\n'))}</pre>`);
      code = code === null ? [] : null;
    } else if (code !== null) code.push(line);
    else if (line.trim() === '') flush();
    else text.push(line);
  }
  flush();
  if (code !== null) html.push(`<pre>${markupText(code.join('\n'))}</pre>`);
  return html.join('\n');
}
