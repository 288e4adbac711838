import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen, unseen, untested } from '../observed.ts';
import { exampleServiceAlias } from './example.ts';
import type { MarkSeen, ServiceAlias } from './schema.ts';
import { takeoverState, type TakeoverState } from './takeover.ts';

const page = (mark: string | null, status = 404) =>
  seen<MarkSeen>({ url: 'http://blog.site.lab/', address: '192.0.2.90', status, mark });
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
