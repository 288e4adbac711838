/** A redirect by the page: the address as written, empty for the page itself, and how long browsers wait. */
export interface Refresh {
  url: string;
  seconds: number;
}

/** Reads what follows the delay: an optional `url=`, and an address in quotes or bare. */
function addressOf(rest: string): string {
  const bare = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(rest);
  const text = bare === null ? rest : rest.slice(bare[0].length);
  const quote = text.charAt(0);
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end === -1 ? text.slice(1) : text.slice(1, end);
}

/** Reads the header Refresh, and the meta element in its place (HTML, "shared declarative refresh steps"); null where browsers ignore it. */
export function parseRefresh(text: string): Refresh | null {
  const delay = /^[\t\n\f\r ]*(\d*)(\.?)[\d.]*/.exec(text);
  const [all = '', digits = '', dot = ''] = delay ?? [];
  if (digits === '' && dot === '') return null;
  const seconds = Math.min(Number(digits === '' ? 0 : digits), Number.MAX_SAFE_INTEGER);
  const rest = text.slice(all.length);
  if (rest === '') return { url: '', seconds };
  const separator = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/.exec(rest)?.[0] ?? '';
  if (separator === '') return null;
  return { url: addressOf(rest.slice(separator.length)), seconds };
}
