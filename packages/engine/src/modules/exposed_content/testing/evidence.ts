import { netFailed } from '../../../evidence/observed.ts';
import type { FileKind } from '@perimeter/protocols/exposure/validators';
import type { PathGroup } from '@perimeter/protocols/exposure/path';
import type { Check } from '../../../catalogue/check.ts';
import { type Row as RowOf, rowTester } from '../../../catalogue/testing/rows.ts';
import { absentPath, noExposure } from '../../../evidence/exposure/none.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../../evidence/exposure/schema.ts';
import { html, nameless, redirectOnly, refused, silent, walled } from '../../derive/http/testing/evidence.ts';
import type { ExposedEvidence } from '../../derive/subjects/paths.ts';

const page = html([]);

/** The result of one path; absent by default. */
export const pathOf = (
  path: string,
  group: PathGroup,
  kind: FileKind,
  change: Partial<ExposedPathResult> = {},
): ExposedPathResult => ({ ...absentPath, path, group, kind, ...change });

const hit = {
  verdict: 'hit',
  status: 200,
  type: 'text/plain',
  mark: 'content',
  sibling: 'absent',
} as const;

/** A path with the content that it names. */
export const hitOf = (
  path: string,
  group: PathGroup,
  kind: FileKind,
  change: Partial<ExposedPathResult> = {},
): ExposedPathResult => pathOf(path, group, kind, { ...hit, proof: ['proof'], ...change });

/** A site with these results of its paths. */
export const swept = (
  results: readonly ExposedPathResult[],
  change: Partial<ExposureEvidence> = {},
): ExposedEvidence => ({
  ...page,
  exposure: {
    ...noExposure,
    origin: 'https://site.lab',
    address: '203.0.113.10',
    notAsked: null,
    control: 'same',
    results: [...results],
    ...change,
  },
});

export const notAsked = (why: NonNullable<ExposureEvidence['notAsked']>): ExposedEvidence => ({
  ...page,
  exposure: { ...noExposure, notAsked: why },
});

const without = (evidence: typeof page): ExposedEvidence => ({ ...evidence, exposure: noExposure });
export const silentSite = without(silent);
export const refusedSite = without(refused);
export const namelessSite = without(nameless);
export const walledSite = without(walled([]));
export const elsewhere = without(redirectOnly([]));

export type Row = RowOf<ExposedEvidence>;
export const testRows = rowTester((evidence: ExposedEvidence) => evidence);

/** The rows that every path check has: a hit, no hit, no answer, and no requested path. */
export const pathRows = (
  check: Check,
  one: ExposedPathResult,
  outcome: 'fail' | 'informational',
  says: RegExp,
): Row[] => {
  const absent = pathOf(one.path, one.group, one.kind);
  return [
    [check, 'it is served', swept([one]), outcome, says],
    [check, 'it is not there', swept([absent]), 'pass', /1 path was requested/],
    [check, 'it is refused', swept([{ ...absent, verdict: 'protected', status: 403 }]), 'pass', /1 refused/],
    [check, 'any path is answered so', swept([{ ...absent, verdict: 'soft-404', status: 200 }]), 'pass', /none serves/],
    [
      check,
      'a path of nearly the same name is such a file, too',
      swept([{ ...one, verdict: 'soft-404', sibling: 'same' }]),
      'inconclusive',
      /nearly the same name/,
    ],
    [
      check,
      'no answer came',
      swept([
        { ...absent, verdict: 'unseen', unseen: 'failed', failure: netFailed('timeout', 'no-answer-within', 5_000) },
      ]),
      'inconclusive',
      /the server did not answer/,
    ],
    [
      check,
      'an answer came that cannot be used: nobody was silent',
      swept([
        { ...absent, verdict: 'unseen', unseen: 'failed', failure: netFailed('malformed', 'content-broken', 'gzip') },
      ]),
      'inconclusive',
      /^(?![^]*not answer)[^]*sent an answer that cannot be used/,
    ],
    [
      check,
      'the site was banned half-way',
      swept([{ ...absent, verdict: 'unseen', unseen: 'blocked' }]),
      'inconclusive',
      /stopped answering as before/,
    ],
    ...(
      [
        ['budget', /as many requests as it may send/],
        ['any-path', /paths that do not exist in the same way/],
        ['unreadable', /could not be read/],
        ['silent', /no answer/],
      ] as const
    ).map(([unseen, says]): Row => [
      check,
      `it was not seen: ${unseen}`,
      swept([{ ...absent, verdict: 'unseen', unseen }]),
      'inconclusive',
      says,
    ]),
    [check, 'its sibling was not seen', swept([{ ...one, sibling: 'unseen' }]), 'inconclusive', /similar path/],
    [check, 'everything is answered', swept([one], { answersEverything: 'baseline' }), 'inconclusive', /honeypot/],
    [check, 'nothing to compare with', swept([]), 'inconclusive', /nothing to compare/],
    [
      check,
      'other paths only',
      swept([pathOf('/x', one.group === 'api' ? 'git' : 'api', 'apiDescription')]),
      'not-applicable',
    ],
    [check, 'robots.txt bars it', notAsked('robots'), 'inconclusive', /robots_txt/],
    [check, 'a login', notAsked('login'), 'not-applicable', /login/],
    [check, 'a challenge page', walledSite, 'inconclusive', /challenge/],
    [check, 'a redirect to others', elsewhere, 'not-applicable', /another domain/],
  ];
};
