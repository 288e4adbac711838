import { type Settings, unnamed } from './settings.ts';

/** Comments, and strings of any kind (Python's reference, section 2.7.1). */
const literal =
  /#[^\n]*|([rbuft]{0,2})(?:("""|''')((?:\\[^]|(?!\2)[^\\])*)(?:\2|$)|(["'])((?:\\[^]|(?!\4)[^\\\n])*)\4?)/gi;

/** The placeholder of a string: its number. */
const at = String.raw`\u0001(\d{1,5})\u0002`;
const joined = new RegExp(`${at}(?:\\s{0,80}${at})+`, 'g');

/** Names with a string behind them, and what counts where the environment has no value. */
const forms = [
  // SECRET_KEY: str = "…", dict(password="…"), app.secret_key = "…"
  String.raw`(?<name>[A-Za-z_]\w{0,63})\s{0,8}(?::[^=\n\u0001]{1,60})?=\s{0,8}(?:(?:str|bytes|Field|SecretStr)\b\s?)?\(?\s{0,40}${at}`,
  // "PASSWORD": "…", config["SECRET_KEY"] = "…"
  String.raw`\u0001(?<key>\d{1,5})\u0002\s{0,4}\]?\s{0,8}[:=]\s{0,8}\(?\s{0,40}${at}`,
].map((one) => new RegExp(one, 'g'));
const defaults = [
  String.raw`(?<name>[A-Za-z_]\w{0,63})\s{0,8}=\s{0,8}[\w.]{1,40}[([]\s{0,40}\u0001\d{1,5}\u0002\s{0,8}(?:[\])]\s{0,8}or\s{1,8}|,\s{0,40})${at}`,
  String.raw`(?:get|getenv|config|env(?:\.\w{1,20})?)\(\s{0,40}\u0001(?<key>\d{1,5})\u0002\s{0,8},\s{0,40}(?:(?!default)\w{1,20}\s?=\s?\w{1,20}\s?,\s{0,40}){0,3}(?:default\s{0,4}=\s{0,4})?${at}`,
  String.raw`\u0001(?<key>\d{1,5})\u0002\s{0,8}[\])]{1,2}\s{0,8}or\s{1,8}${at}`,
].map((one) => new RegExp(one, 'g'));

/** A text with fields is made when it is read; a password that stands in it counts, with a host in place of a field. */
const withFields = (value: string): string =>
  !value.includes('{') || /^[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/]{0,128}:[^\s@/{}'"]{1,256}@/i.test(value)
    ? value.replaceAll(/\{[^{}]{0,80}\}/g, 'host')
    : '';

/** Documentation text: on its own line, outside of any list, call or assignment. */
const isDocumentation = (before: string): boolean => /(?:^|\n)[\t ]*$/.test(before) && !/[([{,=\\]\s*$/.test(before);

/** Settings of a Python source. The key that Django generates for development is a sample where it is only a default. */
export function pythonSettings(source: string): Settings {
  const strings: string[] = [];
  const add = (text: string): string => `\u0001${strings.push(text) - 1}\u0002`;
  const textOf = (index = ''): string => strings[Number(index)] ?? '';
  const masked = [...source.matchAll(literal)].reduceRight((rest, match) => {
    const { 0: whole, 1: prefix = '', 2: triple, 3: long = '', 5: short = '', index } = match;
    const isLost =
      whole.startsWith('#') || (triple !== undefined && isDocumentation(source.slice(Math.max(0, index - 200), index)));
    const value = triple === undefined ? short : long;
    const own = /f/i.test(prefix) ? withFields(value) : value.replaceAll(/\\(["'\\])/g, '$1');
    return `${rest.slice(0, index)}${isLost ? '' : add(own)}${rest.slice(index + whole.length)}`;
  }, source);
  const text = masked.replaceAll(joined, (pieces) =>
    add([...pieces.matchAll(new RegExp(at, 'g'))].map(({ 1: one }) => textOf(one)).join('')),
  );
  const found = (list: readonly RegExp[]): Settings =>
    list.flatMap((form) =>
      [...text.matchAll(form)].map(({ groups = {}, ...match }) => [
        groups.name ?? textOf(groups.key),
        textOf(match[2]),
      ]),
    );
  const settings = [...found(forms), ...found(defaults)];
  return [
    ...found(forms),
    ...found(defaults).filter(([, value]) => !value.startsWith('django-insecure-')),
    ...unnamed(strings, settings),
  ];
}
