import { z } from 'zod';
import { fileKinds, type FileKind } from '@perimeter/protocols/exposure/validators';
import type { PathGroup } from '@perimeter/protocols/exposure/path';
import { netFailure } from '../observed.ts';

const pathGroup: z.ZodType<PathGroup> = z.enum([
  'git',
  'vcs',
  'env',
  'credentials',
  'key',
  'dump',
  'archive',
  'config',
  'state',
  'pipeline',
  'agent',
  'manifest',
  'editor',
  'log',
  'listing',
  'phpinfo',
  'console',
  'status',
  'actuator',
  'admin',
  'wordpress-users',
  'wordpress-xmlrpc',
  'api',
  'graphql',
  'model',
  'error',
  'well-known',
]);

const fileKind: z.ZodType<FileKind> = z.enum(fileKinds);

/** Why a path has no answer of its own. */
export const unseenReason = z.enum([
  // 429, or 503 with Retry-After
  'rate-limited',
  // the site stopped answering, or answers no longer as before
  'blocked',
  // the server failed
  'unavailable',
  // no usable answer to this request
  'failed',
  // an answer to this request that could not be read
  'unreadable',
  // the site answers paths that it cannot have with what this path would be known by
  'any-path',
  // the time of the sweep was over
  'stopped',
  // the requests of the audit were used up
  'budget',
  // too many paths had no answer
  'silent',
]);

/** What came of one path. */
export const exposedPathResult = z.object({
  path: z.string(),
  group: pathGroup,
  kind: fileKind,
  /** hit: its content is what the path names, and a path of nearly the same name has none. soft-404: the site answers other paths so too. */
  verdict: z.enum(['absent', 'hit', 'protected', 'soft-404', 'unseen']),
  status: z.int().nullable(),
  /** Media type. */
  type: z.string().nullable(),
  /** Octets that were read. */
  bytes: z.int().nullable(),
  /** What Content-Encoding names and no browser knows: the content was read as it came. Absent where there is nothing of it. */
  coding: z.string().optional(),
  unseen: unseenReason.nullable(),
  failure: netFailure.nullable(),
  /** What the content shows; null where it shows nothing. */
  mark: z.enum(['secret', 'key', 'no-secret', 'userinfo', 'login', 'empty', 'open', 'content']).nullable(),
  /** Lines of proof in which every value is masked, at most 200 characters each. */
  proof: z.array(z.string()),
  /** The same path with one letter more; null where it was not asked. */
  sibling: z.enum(['absent', 'same', 'unseen']).nullable(),
  /** A HEAD request for something that the content lists; null where none was sent. */
  listed: z
    .object({
      path: z.string(),
      status: z.int().nullable(),
      /** Media type; absent in earlier evidence. */
      type: z.string().nullable().optional(),
      /** The same request for a path of nearly the same name; null where it was not asked, absent in earlier evidence. */
      control: z.object({ status: z.int().nullable(), type: z.string().nullable() }).nullable().optional(),
    })
    .nullable(),
});
export type ExposedPathResult = z.infer<typeof exposedPathResult>;

/** A path that no site has, and how the site answers it. */
const baselineAnswer = z.object({
  path: z.string(),
  status: z.int().nullable(),
  type: z.string().nullable(),
  bytes: z.int().nullable(),
  simhash: z.string().nullable(),
  /** Target of a redirect, without its query. */
  location: z.string().nullable(),
  failure: netFailure.nullable(),
});

/** A site with more files than this seldom is what it seems: each of them is firm, and not confirmed. */
export const manyHits = 16;

/** Files and pages that the site's own origin gives away. */
export const exposureEvidence = z.object({
  /** The origin that was asked; null where nothing was asked. */
  origin: z.string().nullable(),
  address: z.string().nullable(),
  /** Why nothing was asked; null where something was. */
  notAsked: z.enum(['no-document', 'not-own', 'walled', 'robots', 'login', 'passive']).nullable(),
  /** Software seen before, whose paths were asked too. */
  software: z.array(z.enum(['wordpress', 'asp.net'])),
  baseline: z.array(baselineAnswer),
  /** baseline: the site answers paths that it cannot have, and each as another file. many-hits: earlier audits stopped at eight files. */
  answersEverything: z.enum(['baseline', 'many-hits']).nullable(),
  /** What ended the sweep before its end; null where nothing did. */
  stopped: z.enum(['rate-limited', 'blocked', 'time', 'budget', 'silent']).nullable(),
  /** The final document after the sweep, and a path that no site has where that tells more: as before, something else, or no answer. */
  control: z.enum(['same', 'changed', 'unseen']).nullable(),
  /** True where the long list of paths was asked. */
  longList: z.boolean(),
  /** In the order in which they were asked. */
  results: z.array(exposedPathResult),
});
export type ExposureEvidence = z.infer<typeof exposureEvidence>;
