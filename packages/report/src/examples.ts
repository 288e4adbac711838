import type { Block } from './prose.ts';

/** What people call the languages of examples; others keep their own names. */
const stackNames: ReadonlyMap<string, string> = new Map([
  ['apache', 'Apache'],
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

/** The server or tool that an example is for, by the language of its fence. */
export const stackName = (language: string): string => stackNames.get(language) ?? language;

const maxLabelLength = 60;

/** The words of a paragraph without their marks; empty for other blocks. */
export const plainText = (block: Block | undefined): string =>
  block?.kind === 'paragraph' ? block.spans.map(({ text }) => text).join('') : '';

/** Whether a block is a few words that name the example after them: "nginx", "IIS (web.config):". */
export const isLabel = (block: Block | undefined, next: Block | undefined): boolean => {
  const text = plainText(block);
  return next?.kind === 'code' && text !== '' && text.length <= maxLabelLength && !/[.!?]$/u.test(text);
};
