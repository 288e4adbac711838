import { isOpenTo } from '../csp/attack.ts';
import { parseCsp } from '../csp/parse.ts';
import { type FrameOptions, parseFrameOptions } from './frame-options.ts';
import type { HeaderLines } from '../headers/header-list.ts';

/** Which header decides who may frame a document, and whether it excludes arbitrary sites. */
export interface Framing {
  decidedBy: 'frame-ancestors' | 'x-frame-options' | 'nothing';
  restricted: boolean;
  /** The source lists of every frame-ancestors directive, in the order of the policies. */
  ancestors: readonly (readonly string[])[];
  frameOptions: FrameOptions | null;
  /** Errors of X-Frame-Options. */
  frameOptionsProblems: readonly string[];
}

/** The framing site: on https and named by no policy, so that the document's own address changes nothing. */
const asked = { url: 'https://framed.invalid/', attacker: 'x7f3a9c1.example' };

/** Who may frame a response. An enforced frame-ancestors makes browsers skip X-Frame-Options (CSP3 section 6.4.2.2). */
export function parseFraming(lines: HeaderLines): Framing {
  const policies = parseCsp(lines);
  const ancestors = policies.flatMap(({ directives }) => {
    const sources = directives.get('frame-ancestors');
    return sources === undefined ? [] : [sources];
  });
  const { value: frameOptions, problems: frameOptionsProblems } = parseFrameOptions(lines);
  const sent = { ancestors, frameOptions, frameOptionsProblems };
  if (ancestors.length > 0) {
    const restricted = !isOpenTo('framed-by-any-host', policies, asked);
    return { decidedBy: 'frame-ancestors', restricted, ...sent };
  }
  const restricted = frameOptions === 'deny' || frameOptions === 'sameorigin';
  return { decidedBy: restricted ? 'x-frame-options' : 'nothing', restricted, ...sent };
}
