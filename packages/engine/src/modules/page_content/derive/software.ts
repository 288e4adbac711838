import { generators } from './generators.data.ts';
import type { PageContent } from '../../derive/subjects/page.ts';

/** Software of the site that its page names. */
export interface NamedSoftware {
  name: string;
  version: string | null;
  /** The naming text as it stands in the page. */
  quote: string;
}

/** Core files of WordPress whose URLs end in its version. */
const wordpressFile =
  /\/wp-includes\/(?:js\/wp-emoji-release\.min\.js|css\/dist\/block-library\/style(?:\.min)?\.css)\?ver=(\d{1,2}(?:\.\d{1,3}){1,2})$/;

/** The content of the page's generator meta element. */
function generatorOf({ facts: { generator } }: PageContent): NamedSoftware[] {
  if (generator === null || generator.trim() === '') return [];
  const name =
    generators.find(([pattern]) => pattern.test(generator))?.[1] ??
    /^[\w .!&+-]{1,40}?(?=\s+v?\d|[,;(:]|$)/.exec(generator)?.[0] ??
    '';
  const version = /(?:^|[\s/v])(\d{1,4}(?:\.\d{1,5}){0,3}[\w.-]{0,20})/.exec(generator)?.[1] ?? null;
  return name.trim() === ''
    ? []
    : [{ name: name.trim(), version, quote: `<meta name="generator" content="${generator}">` }];
}

/** Software identified by its generator element, or by WordPress URLs. */
export function namedSoftware(page: PageContent): NamedSoftware[] {
  const byGenerator = generatorOf(page);
  const file = page.facts.resources.find(({ url }) => wordpressFile.test(url));
  const version = file === undefined ? undefined : wordpressFile.exec(file.url)?.[1];
  const isKnown = byGenerator.some(({ name, version: known }) => name === 'WordPress' && known !== null);
  if (file === undefined || version === undefined || isKnown) return byGenerator;
  return [...byGenerator.filter(({ name }) => name !== 'WordPress'), { name: 'WordPress', version, quote: file.url }];
}
