import type { TerminalOptions } from '@perimeter/report/terminal/terminal';
import type { Environment, Output } from './context.ts';

export const colourModes = ['auto', 'always', 'never'] as const;
export type ColourMode = (typeof colourModes)[number];

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/**
 * Whether to use colours: a non-empty NO_COLOR (no-color.org) overrides the option, the option overrides FORCE_COLOR,
 * and FORCE_COLOR (0 and false mean no) overrides the terminal.
 */
export function wantsColour(mode: ColourMode, env: Environment, output: Output): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  if (mode !== 'auto') return mode === 'always';
  const forced = env['FORCE_COLOR'];
  if (isSet(forced)) return forced !== '0' && forced !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Whether the locale's encoding is UTF-8 (POSIX: LC_ALL, then LC_CTYPE, then LANG); an unset locale counts as UTF-8.
 */
export function wantsUnicode(env: Environment): boolean {
  if (env['TERM'] === 'dumb') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  return locale === undefined || /utf-?8/iu.test(locale);
}

const DEFAULT_COLUMNS = 80;

/** Columns of the terminal; without one COLUMNS, or 80. */
export function columnsOf(env: Environment, output: Output): number {
  const asked = Number(env['COLUMNS']);
  return output.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : DEFAULT_COLUMNS);
}

/** How the readable result is drawn on an output. */
export const terminalOptions = (mode: ColourMode, env: Environment, output: Output): TerminalOptions => ({
  colour: wantsColour(mode, env, output),
  unicode: wantsUnicode(env),
  width: columnsOf(env, output),
});
