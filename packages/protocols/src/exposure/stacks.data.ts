import type { FileKind } from './validators.ts';

/** Platforms and frameworks of which a site has one: their files exclude each other. */
export type Stack = 'wordpress' | 'laravel' | 'symfony' | 'java' | 'asp.net' | 'go' | 'python';

/**
 * The stacks by their files. Files that several stacks have, such as PHP's own, are left out, and so are those that services
 * answer themselves: a proxy sends paths to several of them (actuators, profiles of Go, managers).
 */
export const stackOfKind: Readonly<Partial<Record<FileKind, Stack>>> = {
  wordpressUsers: 'wordpress',
  wordpressLogin: 'wordpress',
  xmlRpc: 'wordpress',
  laravelLog: 'laravel',
  ignition: 'laravel',
  symfonyProfiler: 'symfony',
  elmah: 'asp.net',
  aspTrace: 'asp.net',
  webConfig: 'asp.net',
  goMod: 'go',
  pythonConfig: 'python',
  pipLock: 'python',
};

/** The stacks by names of files whose form others have, too. */
export const stackOfFile: readonly (readonly [file: RegExp, stack: Stack])[] = [
  [/^\/appsettings\./, 'asp.net'],
  [/^\/application\.(?:yml|properties)$/, 'java'],
  [/^\/wp-(?:config|content)\b/, 'wordpress'],
];
