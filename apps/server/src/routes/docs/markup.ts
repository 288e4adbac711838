/** Text that is HTML already. */
export interface Markup {
  readonly html: string;
}

type Part = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

function htmlOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
}

/** A template whose texts are escaped wherever they stand; only markup stays as it is. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  html: strings.map((text, n) => text + (n < parts.length ? htmlOf(parts[n] ?? '') : '')).join(''),
});

export const nothing: Markup = { html: '' };
