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

/** Why a path has no usable answer. */
export const unseenReason = z.enum([
  // 429, or 503 with Retry-After
  'rate-limited',
  // The site stopped answering, or its answers changed.
  'blocked',
  // the server failed
  'unavailable',
  // no usable answer to this request
  'failed',
  // an answer to this request that could not be read
  'unreadable',
  // The site answers nonexistent paths with the content that would identify this path.
  'any-path',
  // The sweep's time limit was reached.
  'stopped',
  // The audit's request budget was used up.
  'budget',
  // too many paths had no answer
  'silent',
]);

/** The result of one path. */
export const exposedPathResult = z.object({
  path: z.string(),
  group: pathGroup,
  kind: fileKind,
  /**
   * hit: the content identifies what the path names, and a path of nearly the same name has no such content. soft-404:
   * the site answers other paths the same way.
   */
  verdict: z.enum(['absent', 'hit', 'protected', 'soft-404', 'unseen']),
  status: z.int().nullable(),
  /** Media type. */
  type: z.string().nullable(),
  /** Octets that were read. */
  bytes: z.int().nullable(),
  /** An unknown Content-Encoding: the content was read undecoded. Absent where there is none. */
  coding: z.string().optional(),
  unseen: unseenReason.nullable(),
  failure: netFailure.nullable(),
  /** What the content reveals; null: nothing. */
  mark: z.enum(['secret', 'key', 'no-secret', 'userinfo', 'login', 'empty', 'open', 'content']).nullable(),
  /** Lines of proof in which every value is masked, at most 200 characters each. */
  proof: z.array(z.string()),
  /** The same path with one more letter; null where it was not requested. */
  sibling: z.enum(['absent', 'same', 'unseen']).nullable(),
  /** A HEAD request for a file that the content lists; null where none was sent. */
  listed: z
    .object({
      path: z.string(),
      status: z.int().nullable(),
      /** Media type; absent in earlier evidence. */
      type: z.string().nullable().optional(),
      /** The same request for a path of nearly the same name; null where it was not sent, absent in earlier evidence. */
      control: z.object({ status: z.int().nullable(), type: z.string().nullable() }).nullable().optional(),
    })
    .nullable(),
});
export type ExposedPathResult = z.infer<typeof exposedPathResult>;

/** A nonexistent path, and the site's answer. */
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

/** A site with more exposed files than this is probably a honeypot: each finding has confidence firm. */
export const manyHits = 16;

/** Sensitive files and pages that the site's own origin serves. */
export const exposureEvidence = z.object({
  /** The requested origin; null where no request was sent. */
  origin: z.string().nullable(),
  address: z.string().nullable(),
  /** Why no request was sent; null where one was. */
  notAsked: z.enum(['no-document', 'not-own', 'walled', 'robots', 'login', 'passive']).nullable(),
  /** Software seen before the sweep, whose paths were requested too. */
  software: z.array(z.enum(['wordpress', 'asp.net'])),
  baseline: z.array(baselineAnswer),
  /** baseline: the site answers nonexistent paths, and each with different content. many-hits: earlier audits stopped at eight files. */
  answersEverything: z.enum(['baseline', 'many-hits']).nullable(),
  /** What ended the sweep early; null where nothing did. */
  stopped: z.enum(['rate-limited', 'blocked', 'time', 'budget', 'silent']).nullable(),
  /** The final document requested again after the sweep, or a nonexistent path where that is more telling: unchanged, changed, or no answer. */
  control: z.enum(['same', 'changed', 'unseen']).nullable(),
  /** True where the long list of paths was requested. */
  longList: z.boolean(),
  /** In the order of the requests. */
  results: z.array(exposedPathResult),
});
export type ExposureEvidence = z.infer<typeof exposureEvidence>;
