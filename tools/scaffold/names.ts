/** Shown to the user without a stack: a name that is taken or invalid. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
}

/** The notation of a kind of names. */
interface Style {
  pattern: RegExp;
  words: string;
}

/** Refuses a name in another notation than its kind's. */
export function requireName(kind: string, name: string | undefined, { pattern, words }: Style): string {
  if (name === undefined || name === '') throw new ScaffoldError(`Which ${kind}? None was given`);
  if (!pattern.test(name)) throw new ScaffoldError(`"${name}" is no name for a ${kind}: write ${words}`);
  return name;
}

export const kebabCase: Style = {
  pattern: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u,
  words: 'lower-case words with hyphens between them, as in hsts-missing',
};
/** A name, or a name below the folder of another. */
export const kebabPath: Style = {
  pattern: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:[/][a-z][a-z0-9]*(?:-[a-z0-9]+)*)?$/u,
  words: `${kebabCase.words}, at most with one folder before them, as in policies/framing`,
};
export const snakeCase: Style = {
  pattern: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u,
  words: 'lower-case words with underscores between them, as in http_headers',
};

/** hsts-missing or tls_configuration as hstsMissing, tlsConfiguration. */
export const camelCase = (name: string): string =>
  name.replaceAll(/[-_]([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

/** hsts-missing as HstsMissing. */
export const pascalCase = (name: string): string =>
  camelCase(name).replace(/^[a-z]/u, (letter) => letter.toUpperCase());
