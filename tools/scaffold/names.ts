/** Said to the user without a stack: a name that is taken, or that is none. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
}

/** Refuses a name that does not read like the others of its kind. */
export function requireName(kind: string, name: string | undefined, pattern: RegExp): string {
  if (name === undefined || name === '') throw new ScaffoldError(`Which ${kind}? None was given`);
  if (!pattern.test(name))
    throw new ScaffoldError(`"${name}" is no name for a ${kind}: it must match ${pattern.source}`);
  return name;
}

export const kebabCase = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u;
/** A name, or a name below the folder of another. */
export const kebabPath = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:[/][a-z][a-z0-9]*(?:-[a-z0-9]+)*)?$/u;
export const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u;

/** hsts-missing or tls_configuration as hstsMissing, tlsConfiguration. */
export const camelCase = (name: string): string =>
  name.replaceAll(/[-_]([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

/** hsts-missing as HstsMissing. */
export const pascalCase = (name: string): string =>
  camelCase(name).replace(/^[a-z]/u, (letter) => letter.toUpperCase());
