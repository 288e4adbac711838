import { canonicalJson } from './canonical-json.ts';

/** A JSON text with two members of one name in one object, which readers take for different things (RFC 8259 section 4). */
class RepeatedNameError extends Error {
  override readonly name = 'RepeatedNameError';
}

/** Strings and what gives a JSON text its structure; everything else is passed over. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gu;

/** Throws RepeatedNameError where a well-formed JSON text names a member twice, in whatever spelling (RFC 7493 section 2.3). */
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
 * The canonical JSON (RFC 8785) of a text in UTF-8; null where it is none, or where readers could take it for something else:
 * octets that are not UTF-8, a byte order mark, a member that is there twice.
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
