/** The text without these characters at both ends, in linear time: a pattern tries every run of them inside the text. */
export function trimEnds(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
