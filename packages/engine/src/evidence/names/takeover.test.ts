import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen, unseen, untested } from '../observed.ts';
import { exampleServiceAlias } from './example.ts';
import type { MarkSeen, ServiceAlias } from './schema.ts';
import { takeoverState, type TakeoverState } from './takeover.ts';

const page = (
  mark: string | null,
  status = 404,
  more: Partial<MarkSeen> = { bytes: 500, simhash: '0000000000000000' },
) => seen<MarkSeen>({ url: 'http://blog.site.lab/', address: '192.0.2.90', status, mark, ...more });
const words = 'No site here';
/** Both pages have the words: the own one, and the one of a random name. */
const both = (own: ReturnType<typeof page>, control = page(words)) => ({ own, control });
const far = 'ffffffffffffffff';
const unclaimed = { own: page('No site here'), control: page('No site here') };
const missing = { exists: 'no', byNxdomain: true, own: untested('not-asked') } as const;

const rows: readonly (readonly [what: string, change: Partial<ServiceAlias>, state: TakeoverState])[] = [
  ['a page of its own', { own: page(null, 200) }, 'claimed'],
  ['a refusal', { own: page(null, 403) }, 'claimed'],
  ['an error of the service', { own: page(null, 503) }, 'open'],
  ['a rate limit', { own: page(null, 429) }, 'open'],
  ['both marks', unclaimed, 'claimable'],
  ['both marks of an edge case', { ...unclaimed, status: 'edge' }, 'conditional'],
  ['both marks where nobody can claim it', { ...unclaimed, status: 'safe' }, 'kept'],
  ['a mark that random names do not show', { own: page('No site here'), control: page(null) }, 'claimed'],
  ['an article of 200 that quotes the mark', both(page(words, 200, { bytes: 9_000, simhash: far })), 'claimed'],
  ['an article as short as the page of the service', both(page(words, 200)), 'claimed'],
  [
    'an article, and a service that answers 200 too',
    both(page(words, 200, { bytes: 9_000, simhash: far }), page(words, 200)),
    'claimed',
  ],
  [
    'an article as short as the page of a service that answers 200',
    both(page(words, 200, { bytes: 500, simhash: far }), page(words, 200)),
    'claimed',
  ],
  ['the same page with 200', both(page(words, 200), page(words, 200)), 'claimable'],
  [
    'the same page but for a few words',
    both(page(words, 404, { bytes: 540, simhash: '000000000000001f' })),
    'claimable',
  ],
  ['another text of the same size', both(page(words, 404, { bytes: 500, simhash: far })), 'conditional'],
  [
    'the same text in a larger page',
    both(page(words, 404, { bytes: 9_000, simhash: '0000000000000000' })),
    'conditional',
  ],
  ['another error page', both(page(words, 404, { bytes: 9_000, simhash: far })), 'conditional'],
  ['words alone, in evidence of earlier versions', both(page(words, 404, {}), page(words, 404, {})), 'conditional'],
  ['another status, in evidence of earlier versions', both(page(words, 200, {}), page(words, 404, {})), 'claimed'],
  [
    'words alone of an edge case',
    { ...both(page(words, 404, { bytes: 9_000, simhash: far })), status: 'edge' },
    'conditional',
  ],
  ['a mark, and no control', { own: page('No site here'), control: unseen('timeout', 'no-address') }, 'open'],
  ['a mark, and a control that fails', { own: page('No site here'), control: page(null, 502) }, 'open'],
  ['no answer', { own: unseen('timeout', 'no-address') }, 'open'],
  ['a mark that was not asked for', { own: untested('not-asked') }, 'open'],
  ['NXDOMAIN that proves', missing, 'claimable'],
  ['NXDOMAIN of an edge case', { ...missing, status: 'edge' }, 'conditional'],
  ['NXDOMAIN where names are random', { ...missing, status: 'safe' }, 'missing'],
  ['NXDOMAIN of a service with marks', { exists: 'no' }, 'missing'],
  ['a target that exists where NXDOMAIN would prove', { ...missing, exists: 'yes' }, 'claimed'],
  ['an unanswered question', { exists: 'unknown' }, 'open'],
];
for (const [what, change, state] of rows)
  test(`${what}: ${state}`, () => assert.equal(takeoverState(exampleServiceAlias('blog.site.lab', change)), state));
