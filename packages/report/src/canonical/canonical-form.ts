import { canonicalJson } from './canonical-json.ts';

/** JSON with duplicate members, which parsers interpret differently (RFC 8259 section 4). */
class RepeatedNameError extends Error {
  override readonly name = 'RepeatedNameError';
}

/** Matches strings and structural characters of JSON. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gu;

/** Throws RepeatedNameError if valid JSON has a duplicate member, in any spelling (RFC 7493 section 2.3). */
function refuseRepeatedNames(json: string): void {
  const objects: (Set<string> | null)[] = [];
  let last = '';
  for (const [found] of json.matchAll(token)) {
    if (found === '{') objects.push(new Set());
    else if (found === '[') objects.push(null);
    else if (found === '}' || found === ']') objects.pop();
    else if (found === ':') {
      const name = String(JSON.parse(last));
      const names = objects.at(-1);
      if (names?.has(name) === true) throw new RepeatedNameError(name);
      names?.add(name);
    } else last = found;
  }
}

/**
 * The canonical JSON (RFC 8785) of UTF-8 bytes; null if they are not JSON, or parsers could interpret them differently:
 * invalid UTF-8, a byte order mark, duplicate members.
 */
export function canonicalForm(bytes: Uint8Array): string | null {
  try {
    const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const canonical = canonicalJson(JSON.parse(json));
    refuseRepeatedNames(json);
    return canonical;
  } catch {
    return null;
  }
}
