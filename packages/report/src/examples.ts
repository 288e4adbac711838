import type { Block } from './prose.ts';

/** What people call the languages of examples; others keep their own names. */
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

/** Products that an example of a language of many names in its first line. */
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

/** Where a text names a product as a word of its own; longer than the text where it does not. */
function positionIn(text: string, product: string): number {
  const at = text.search(new RegExp(`(?<!\\w)${product.replaceAll('.', '\\.')}(?![\\w-])`, 'iu'));
  return at === -1 ? text.length + 1 : at;
}

/** The server or tool that an example is for: the product that its first line names first, else by the language of its fence. */
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

/** The words of a paragraph without their marks; empty for other blocks. */
export const plainText = (block: Block | undefined): string =>
  block?.kind === 'paragraph' ? block.spans.map(({ text }) => text).join('') : '';

/** Whether a block is a few words that name the example after them: "nginx", "IIS (web.config):". */
export const isLabel = (block: Block | undefined, next: Block | undefined): boolean => {
  const text = plainText(block);
  const isName = text !== '' && text.length <= maxLabelLength && !/[.!?]$|^(?:An?|For|If|In|On|The|To) /u.test(text);
  return next?.kind === 'code' && isName;
};
