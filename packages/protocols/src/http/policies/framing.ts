import { parseCsp } from '../csp/parse.ts';
import { type FrameOptions, parseFrameOptions } from './frame-options.ts';
import type { HeaderLines } from '../headers/header-list.ts';

/** What decides who may frame a document, and whether it keeps any site out. */
export interface Framing {
  decidedBy: 'frame-ancestors' | 'x-frame-options' | 'nothing';
  restricted: boolean;
  /** The source lists of every frame-ancestors directive, in the order of the policies. */
  ancestors: readonly (readonly string[])[];
  frameOptions: FrameOptions | null;
}

/** A scheme or a host wildcard alone lets in any site that speaks that scheme (CSP3, "scheme-part" and "host-part" matching). */
const matchesAnySite = (source: string): boolean => /^(?:https?:|(?:https?:\/\/)?\*(?::[\d*]+)?\/?)$/i.test(source);

const restricts = (ancestors: readonly string[]): boolean => !ancestors.some((source) => matchesAnySite(source));

/** Who may frame a response. An enforced frame-ancestors makes browsers skip X-Frame-Options (CSP3 section 6.4.2.2). */
export function parseFraming(lines: HeaderLines): Framing {
  const ancestors = parseCsp(lines).flatMap(({ directives }) => {
    const sources = directives.get('frame-ancestors');
    return sources === undefined ? [] : [sources];
  });
  const frameOptions = parseFrameOptions(lines).value;
  // Every policy must let the ancestor in, so one strict policy is enough.
  if (ancestors.length > 0) {
    return { decidedBy: 'frame-ancestors', restricted: ancestors.some(restricts), ancestors, frameOptions };
  }
  const restricted = frameOptions === 'deny' || frameOptions === 'sameorigin';
  return { decidedBy: restricted ? 'x-frame-options' : 'nothing', restricted, ancestors, frameOptions };
}
