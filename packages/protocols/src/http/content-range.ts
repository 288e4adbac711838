/** Which octets of a file a part holds, and the length of the file if stated (RFC 9110 section 14.4). */
export interface ContentRange {
  first: number;
  last: number;
  whole: number | null;
}

/**
 * Reads Content-Range: null where no octets can be read from it. Servers also write it as the request names its range
 * ("bytes=0-4/9"), with a colon, with more spaces or without its unit.
 */
export function parseContentRange(value: string | undefined): ContentRange | null {
  const {
    1: first,
    2: last,
    3: whole,
  } = /^[a-z]*[\s:=]*(\d{1,15})\s*-\s*(\d{1,15})\s*\/\s*(\d{1,15}|\*)$/i.exec(value?.trim() ?? '') ?? [];
  if (first === undefined) return null;
  return { first: Number(first), last: Number(last), whole: whole === '*' ? null : Number(whole) };
}
