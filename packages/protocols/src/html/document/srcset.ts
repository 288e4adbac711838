/** Maximum number of sources; no real picture has so many. */
const maxCandidates = 50;

const isSpace = (character: string): boolean => /[\t\n\f\r ]/.test(character);

/** Where the descriptors of a candidate end: at a comma outside of parentheses. */
function endOfDescriptors(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) return at;
  }
  return text.length;
}

/** The URLs of a srcset attribute (HTML, "parse a srcset attribute"): a comma within a URL is a part of it. */
export function urlsOfSrcset(text: string): string[] {
  const urls: string[] = [];
  let at = 0;
  while (urls.length < maxCandidates) {
    while (at < text.length && (isSpace(text.charAt(at)) || text.charAt(at) === ',')) at += 1;
    if (at >= text.length) return urls;
    const start = at;
    while (at < text.length && !isSpace(text.charAt(at))) at += 1;
    const word = text.slice(start, at);
    let end = word.length;
    while (word.charAt(end - 1) === ',') end -= 1;
    urls.push(word.slice(0, end));
    if (end === word.length) at = endOfDescriptors(text, at);
  }
  return urls;
}
