import type { Message } from '@perimeter/protocols/dns/message';
import type { SecurityReason } from '../../../evidence/dns/schema.ts';
import { anchorFor, type TrustAnchor } from '../anchors.ts';
import { indeterminate, type JudgedSecurity, type ValidationLookup } from './security.ts';
import { leavesOutProofs } from './stripping.ts';
import type { Work } from './work.ts';

/** The time at which signatures must be valid, and the remaining budget of verifications and hash rounds. */
export interface Judging {
  nowSeconds: number;
  work: Work;
}

/** The queries of one probe for the validator; each is sent once. */
export interface Inquiry extends Judging {
  ask: (name: string, type: string) => Promise<Message | null>;
  /** Turns a verdict about missing records into unknown if the resolver may have removed them. */
  soften: (judged: JudgedSecurity, name: string) => Promise<JudgedSecurity>;
}

const missing: ReadonlySet<SecurityReason> = new Set(['rrsig-missing', 'denial-missing', 'key-missing']);

/** The inquiry of one lookup: its queries count for the probe of the lookup. */
export function inquiryOf(lookup: ValidationLookup, anchors: TrustAnchor['records'], judging: Judging): Inquiry {
  const answers = new Map<string, Promise<Message | null>>();
  let strips: Promise<boolean> | null = null;
  const ask: Inquiry['ask'] = async (name, type) => {
    const key = `${name} ${type}`;
    const known = answers.get(key) ?? lookup(name, type);
    answers.set(key, known);
    return known;
  };
  const soften: Inquiry['soften'] = async ({ security, reason }, name) => {
    const anchor = anchorFor(name, anchors);
    if (!missing.has(reason) || anchor === null) return { security, reason };
    strips ??= leavesOutProofs(anchor.zone, ask);
    return (await strips) ? indeterminate('stripped') : { security, reason };
  };
  return { ...judging, ask, soften };
}
