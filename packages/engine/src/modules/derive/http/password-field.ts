/** Attributes beyond this many characters of one element are not looked at. */
const maxElementCharacters = 4096;

/** Whether HTML holds an input of type password. One pass over the text; no parser, since only this one thing is asked. */
export function hasPasswordField(html: string): boolean {
  const text = html.toLowerCase();
  let start = text.indexOf('<input');
  while (start !== -1) {
    const end = text.indexOf('>', start);
    if (end === -1) return false;
    const attributes = text.slice(start, Math.min(end, start + maxElementCharacters));
    if (/\stype\s{0,9}=\s{0,9}["']?password\b/.test(attributes)) return true;
    start = text.indexOf('<input', end);
  }
  return false;
}
