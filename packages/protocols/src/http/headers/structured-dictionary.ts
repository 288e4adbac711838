import { type BareItem, type Dictionary, type InnerList, type Item, parseDictionary, Token } from 'structured-headers';

/** A bare item, as far as policies use them; kinds that no policy uses share one kind. */
export type StructuredItem =
  | { kind: 'token'; value: string }
  | { kind: 'string'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'other' };

/** A dictionary (RFC 9651 section 3.2): each member is a list of items, a lone item being a list of one. Parameters are left out. */
export type StructuredDictionary =
  | { ok: true; members: ReadonlyMap<string, readonly StructuredItem[]> }
  | { ok: false; problem: string };

function itemOf(bare: BareItem): StructuredItem {
  if (bare instanceof Token) return { kind: 'token', value: bare.toString() };
  if (typeof bare === 'string') return { kind: 'string', value: bare };
  if (typeof bare === 'boolean') return { kind: 'boolean', value: bare };
  return { kind: 'other' };
}

const isInnerList = (member: Item | InnerList): member is InnerList => Array.isArray(member[0]);

const itemsOf = (member: Item | InnerList): StructuredItem[] =>
  isInnerList(member) ? member[0].map(([bare]) => itemOf(bare)) : [itemOf(member[0])];

/** Where reading stopped, without the library's message. */
function problemOf(error: unknown): string {
  const at = /offset (\d{1,6})$/.exec(error instanceof Error ? error.message : '')?.[1];
  return at === undefined ? 'it cannot be read' : `it cannot be read beyond character ${at}`;
}

/** Reads a dictionary; one error anywhere voids the whole field (RFC 9651 section 4.2). */
export function parseStructuredDictionary(text: string): StructuredDictionary {
  let dictionary: Dictionary;
  try {
    dictionary = parseDictionary(text);
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
  return { ok: true, members: new Map([...dictionary].map(([key, member]) => [key, itemsOf(member)])) };
}
