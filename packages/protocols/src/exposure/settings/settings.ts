/** Names and values. */
export type Settings = readonly (readonly [string, string])[];

/** A value without quotes; outside of them it ends where a comment begins (shells, dotenv, Compose, YAML 1.2 section 6.6). */
export const unquoted = (value: string): string =>
  /^(["'`])(.*?)\1\s*(?:#.*)?$/.exec(value.trim())?.[2] ??
  value
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^["'`]/, '');

/** Settings in PHP: constants, members of arrays, variables, and what counts where the environment has no value. */
const phpForms: readonly RegExp[] = [
  /\bdefine\s{0,4}\(\s{0,4}(['"])([A-Za-z_][\w.-]{1,63})\1\s{0,20},\s{0,20}(['"])((?:\\.|(?!\3)[^\r\n\\]){0,512})\3/gi,
  /(?:\$|\[\s{0,4}|^\s{0,40}|[,(]\s{0,20}(?=['"])|->|\bconst\s{1,4}(?:string\s{1,4})?)(['"]?)([A-Za-z_][\w.-]{1,63})\1\]?\s{0,20}=>?\s{0,20}(['"])((?:\\.|(?!\3)[^\r\n\\]){0,512})\3/gm,
  /\b(?:env\(\s{0,4}|getenv\(\s{0,4}|_(?:ENV|SERVER)\[\s{0,4})(['"])([A-Za-z_][\w.-]{1,63})\1\s{0,4}(?:[\])]\s{0,8}(?:\?\?|\?:)|,)\s{0,8}(['"])((?:\\.|(?!\3)[^\r\n\\]){0,512})\3/g,
  /()\b([A-Za-z_]\w{1,63})['"]?\]?\s{0,20}=>?\s{0,20}<<<\s{0,4}['"]?(\w{1,20})['"]?\r?\n([^]{0,4096}?)\r?\n\s{0,40}\3\b/g,
  /(?:->|::)set()([A-Z]\w{1,40})\(\s{0,20}(['"])((?:\\.|(?!\3)[^\r\n\\]){0,512})\3\s{0,20}\)/g,
  /\bputenv\(\s{0,4}(['"])([A-Za-z_]\w{1,63})=()((?:\\.|(?!\1)[^\r\n\\]){0,512})\1/g,
];

/** Connections to databases: the password is the argument after the user. */
const phpConnection =
  /(?:\bnew\s{1,4}\\?(?:PDO|mysqli)|\b(?:mysqli?_p?connect|ftp_login|ssh2_auth_password|imap_open))\s{0,4}\((?:\s{0,8}(?:'[^'\n]{0,256}'|"[^"\n]{0,256}"|[\w$>[\]:-]{1,64})\s{0,8},){2}\s{0,8}(['"])((?:(?!\1)[^\r\n]){1,256})\1/gi;

/** The same in one text, where it is no variable. */
const phpConnectionText =
  /\b(?:pg_p?connect|PDO)\s{0,4}\(\s{0,8}(['"])(?:(?!\1)[^\r\n]){0,400}?\bpassword\s?=\s?(?!\{?\$)([^\s;'"]{1,256})/gi;

/** PHP without its comments, whose lines set nothing; strings are kept, because they may hold the signs of one. */
const withoutComments = (text: string): string =>
  text.replaceAll(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|<<<\s{0,4}['"]?(\w{1,20})['"]?\r?\n[^]{0,8192}?\r?\n\s{0,40}\2\b)|\/\*[^]*?(?:\*\/|$(?![^]))|(?:\/\/|#(?!\[)).*$/gm,
    (_whole, string: string | undefined) => string ?? '',
  );

/**
 * The texts of a source as settings without a name of their own: arguments, headers and addresses, in which a key stands by its
 * form alone. What is set under a name is no second one.
 */
export function unnamed(texts: readonly string[], settings: Settings): Settings {
  const known = new Set(settings.map(([, value]) => value));
  return texts
    .filter((text) => text.length > 15 && !known.has(text))
    .map((text) => ['key', text.replace(/^[\w-]{1,40}:\s{1,4}(?:\w{1,20}\s{1,4})?(?=\S{16,512}$)/, '')]);
}

const phpText =
  /(?<=[(,[=.>?:]\s{0,40})(?:'((?:[^'\\\n]|\\.){16,512})'|"((?:[^"\\\n$]|\\.|\$(?![A-Za-z_{])){16,512})")/g;

/** Settings of a PHP source. */
export function phpSettings(source: string): Settings {
  const text = withoutComments(source);
  const settings = [
    ...phpForms.flatMap((form) =>
      [...text.matchAll(form)].map(
        ({ 2: name = '', 4: value = '' }) => [name, value.replaceAll(/\\(['"\\])/g, '$1')] as const,
      ),
    ),
    ...[phpConnection, phpConnectionText].flatMap((form) =>
      [...text.matchAll(form)].map(({ 2: value = '' }) => ['password', value] as const),
    ),
  ];
  const texts = [...text.matchAll(phpText)].map(({ 1: single, 2: double = '' }) => single ?? double);
  return [...settings, ...unnamed(texts, settings)];
}

const unescaped = (text: string): string => text.replaceAll(/&(?:quot|apos|#3[49]);/g, '"').replaceAll('&amp;', '&');

/** Settings in XML elements: members with a name or key and a value, and password elements. */
export const xmlSettings = (text: string): Settings => [
  ...[
    ...text.matchAll(
      /<setting\s[^<>]{0,200}?\bname="([\w.:-]{1,100})"[^<>]{0,200}>\s{0,80}<value>([^<>]{1,1000})<\/value>/gi,
    ),
  ].map(({ 1: name = '', 2: value = '' }) => [name, unescaped(value.trim())] as const),
  ...[...text.matchAll(/<\w{1,40}\s([^<>]{1,1000})>/g)].flatMap(({ 1: inner = '' }) => {
    const attributes = new Map(
      [...inner.matchAll(/([\w:]{1,60})\s{0,4}=\s{0,4}(?:"([^"]{0,512})"|'([^']{0,512})')/g)].map(
        ({ 1: name = '', 2: double, 3: single = '' }) => [name.toLowerCase(), unescaped(double ?? single)],
      ),
    );
    return [
      [attributes.get('key') ?? attributes.get('name') ?? '', attributes.get('value') ?? ''] as const,
      ['password', attributes.get('password') ?? ''] as const,
      // Also of sessions and caches: sqlConnectionString, stateConnectionString
      ...[...attributes].filter(([name]) => name.endsWith('connectionstring')),
    ];
  }),
];
