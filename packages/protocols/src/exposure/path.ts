import type { FileKind } from './validators.ts';

/** What a path would expose: the checks read the paths of one group. */
export type PathGroup =
  | 'git'
  | 'vcs'
  | 'env'
  | 'credentials'
  | 'key'
  | 'dump'
  | 'archive'
  | 'config'
  | 'state'
  | 'pipeline'
  | 'agent'
  | 'manifest'
  | 'editor'
  | 'log'
  | 'listing'
  | 'phpinfo'
  | 'console'
  | 'status'
  | 'actuator'
  | 'admin'
  | 'wordpress-users'
  | 'wordpress-xmlrpc'
  | 'api'
  | 'graphql'
  | 'model'
  | 'error'
  | 'well-known';

/** Software that must have been detected before a path is requested. */
export type Software = 'wordpress' | 'asp.net';

/** A path that is requested, and how an answer is recognized as what the path names. */
export interface ExposedPath {
  path: string;
  group: PathGroup;
  kind: FileKind;
  only?: Software;
  /** Octets that are requested; 4 KiB by default. */
  octets?: number;
  /** JSON that is posted; GET where left out. */
  post?: string;
  /** Requested without a sibling: the server answers similar paths alike, so only paths that no site has are a control. */
  alone?: true;
}

/** A path of the table for one domain. */
export const pathFor = ({ path }: ExposedPath, domain: string): string => path.replace('{domain}', domain);

/** The same path with one more letter in its last segment: a server that serves it serves every path. */
export function siblingOf(path: string, letter: string): string {
  const { 1: file = '', 2: query = '' } = /^([^?]*)(.*)$/.exec(path) ?? [];
  const {
    1: before = '',
    2: segment = '',
    3: slash = '',
  } = /^(.*\/)([^/]*)(\/?)$/.exec(file.replace(/(?<=.)\/$/, '')) ?? [];
  const end = file.length > 1 && file.endsWith('/') ? '/' : slash;
  const dot = segment.lastIndexOf('.');
  const at = dot > 0 ? dot : segment.length;
  return `${before}${segment.slice(0, at)}${letter}${segment.slice(at)}${end}${query}`;
}
