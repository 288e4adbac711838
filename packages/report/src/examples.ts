import type { Block } from './prose.ts';

/** Display names of fence languages; others are shown as they are. */
const stackNames: ReadonlyMap<string, string> = new Map([
  ['apache', 'Apache'],
  ['bind', 'BIND'],
  ['caddy', 'Caddy'],
  ['caddyfile', 'Caddy'],
  ['dns', 'DNS zone'],
  ['go', 'Go'],
  ['haproxy', 'HAProxy'],
  ['ini', 'configuration file'],
  ['js', 'Node.js'],
  ['powershell', 'PowerShell'],
  ['properties', 'Java'],
  ['python', 'Python'],
  ['sh', 'shell'],
  ['xml', 'IIS'],
]);

/** Products that an example's first line names, for languages that several products use. */
const products = [
  'acme.sh',
  'AWS',
  'BIND',
  'Caddy',
  'certbot',
  'Dovecot',
  'GnuTLS',
  'IIS',
  'Java',
  'Knot DNS',
  "Let's Encrypt",
  'OpenSSL',
  'Postfix',
  'stunnel',
];
const ofManyProducts: ReadonlySet<string> = new Set(['ini', 'powershell', 'sh']);

/** The position of a product's name as a word in a text; beyond the text's end if missing. */
function positionIn(text: string, product: string): number {
  const at = text.search(new RegExp(`(?<!\\w)${product.replaceAll('.', '\\.')}(?![\\w-])`, 'iu'));
  return at === -1 ? text.length + 1 : at;
}

/** The server or tool of an example: the product named first in its first line, else the fence's language. */
export function stackName(language: string, [first = '']: readonly string[] = []): string {
  const [named] = ofManyProducts.has(language)
    ? products
        .map((product) => ({ product, at: positionIn(first, product) }))
        .filter(({ at }) => at <= first.length)
        .toSorted((a, b) => a.at - b.at)
    : [];
  return named?.product ?? stackNames.get(language) ?? language;
}

const maxLabelLength = 60;

/** A paragraph's text without markup; empty for other blocks. */
export const plainText = (block: Block | undefined): string =>
  block?.kind === 'paragraph' ? block.spans.map(({ text }) => text).join('') : '';

/** True if a block is a short label of the example after it: "nginx", "IIS (web.config):". */
export const isLabel = (block: Block | undefined, next: Block | undefined): boolean => {
  const text = plainText(block);
  const isName = text !== '' && text.length <= maxLabelLength && !/[.!?]$|^(?:An?|For|If|In|On|The|To) /u.test(text);
  return next?.kind === 'code' && isName;
};
