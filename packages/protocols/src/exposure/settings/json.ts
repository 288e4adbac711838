import type { Settings } from './settings.ts';

/** A text in a JSON document, `true`, or the number that is a password, with the names that lead to it and the object that it is in. */
interface JsonLeaf {
  path: readonly string[];
  value: string;
  object: number;
}

/** Texts, the last of which may be cut; comments, as tools for settings allow them; signs and other values. */
const tokens = /"((?:[^"\\]|\\[^])*)(?:"|\\?$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[^\s"{}[\],:/]+|\//g;

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** The leaves of a document (RFC 8259), as far as its text goes; comments and commas before an end are no faults. */
export function jsonLeaves(text: string): JsonLeaf[] {
  const leaves: JsonLeaf[] = [];
  const names: string[] = [];
  const objects = [0];
  let count = 0;
  let name = '';
  let last: string | undefined;
  const add = (): void => {
    if (last !== undefined)
      leaves.push({ path: [...names, name].filter((one) => one !== ''), value: last, object: objects.at(-1) ?? 0 });
    last = undefined;
  };
  for (const { 0: token, 1: string } of text.matchAll(tokens)) {
    if (string !== undefined) last = unescaped(string);
    else if (token === ':') [name, last] = [last ?? '', undefined];
    else if (token === ',') add();
    else if (token === '{' || token === '[') {
      names.push(name);
      objects.push((count += 1));
      name = '';
    } else if (token === '}' || token === ']') {
      add();
      name = names.pop() ?? '';
      objects.pop();
    } else if (token === 'true' || (/pass(?:word|wd)?$|pwd$/i.test(name) && /^\d{4,64}$/.test(token))) last = token;
  }
  add();
  return leaves;
}

/** Leaves as settings: a value has the name beside it, or that of its object; a key has the name of its purpose. */
export function jsonSettings(leaves: readonly JsonLeaf[]): Settings {
  const nameOf = ({ path }: JsonLeaf): string => path.at(-1) ?? '';
  const named = new Map(
    leaves.filter((one) => /^(?:name|key)$/i.test(nameOf(one))).map(({ object, value }) => [object, value]),
  );
  return leaves.map((leaf) => {
    const name = nameOf(leaf);
    // What a cluster alone can decrypt (SealedSecret of Bitnami)
    if (leaf.path.includes('encryptedData')) return ['', ''];
    if (/^value$/i.test(name)) return [named.get(leaf.object) ?? leaf.path.at(-2) ?? name, leaf.value];
    return [/^key$/i.test(name) ? leaf.path.slice(-2).join(':') : name, leaf.value];
  });
}

const forerunners = /^(?:\s+|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)+/;

/** Whether a text begins as an object or a list, behind comments or not. */
export const isJsonText = (text: string): boolean => /^[{[]/.test(text.replace(forerunners, ''));
