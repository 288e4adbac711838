import { isToken } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** One product with its version, null where it names none (RFC 9110 section 10.1.5). */
export interface Product {
  name: string;
  version: string | null;
}

/** A Server or User-Agent value: products in order of weight, comments without their parentheses. */
export interface ProductList {
  products: readonly Product[];
  comments: readonly string[];
}

/** The index after a comment that opens at start; comments nest (RFC 9110 section 5.6.5). */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}

function productOf(word: string): Product {
  const slash = word.indexOf('/');
  return slash === -1 ? { name: word, version: null } : { name: word.slice(0, slash), version: word.slice(slash + 1) };
}

const endOfWord = (text: string, start: number): number => {
  let end = start;
  while (end < text.length && !' \t('.includes(text.charAt(end))) end += 1;
  return end;
};

/** Reads products and comments; a word that is not a token is kept as a product and named as a problem. */
export function parseProducts(text: string): Parsed<ProductList> {
  const products: Product[] = [];
  const comments: string[] = [];
  const problems: string[] = [];
  let index = 0;
  while (index < text.length) {
    const isComment = text[index] === '(';
    const end = isComment ? endOfComment(text, index) : Math.max(index + 1, endOfWord(text, index));
    const part = text.slice(index, end);
    index = end;
    if (isComment) comments.push(part.slice(1, part.endsWith(')') ? -1 : undefined));
    else if (part !== ' ' && part !== '\t') {
      const product = productOf(part);
      products.push(product);
      if (!isToken(product.name)) problems.push(`"${part}" is not a product token`);
    }
  }
  return { value: { products, comments }, problems };
}

/** A number with a dot that is not part of a longer word: 1.18, 2.4.46, 9.4.31.v2020. */
const dottedVersion = /(?:^|[^\w.-])v?(\d{1,9}\.\d{1,9}[\w.-]{0,64})/i;

/** Oracle names its releases by a number and letters: Oracle-Application-Server-11g, WebLogic 12c. */
const oracleRelease = /(?:oracle|weblogic)[\w .-]{0,64}?[ _-](\d{1,2}(?:i|g|c|ai))(?![\w.])/i;

/** A protocol with its version, which names no product. */
const protocol = /(?<![\w.-])(?:https?|tls|ssl|spdy)\/\d{1,2}(?:\.\d{1,2})?(?![\w.-])/gi;

/** The versions that a value discloses: of products with digits in their version, else the first that looks like one. */
export function disclosedVersions(value: string): string[] {
  const text = value.replace(protocol, '');
  const versioned = parseProducts(text).value.products.flatMap(({ name, version }) =>
    version !== null && /\d/.test(version) ? [`${name}/${version}`] : [],
  );
  if (versioned.length > 0) return versioned;
  const found = dottedVersion.exec(text)?.[1] ?? oracleRelease.exec(text)?.[1];
  return found === undefined ? [] : [found];
}
