import type { HeaderLines } from '../headers/header-list.ts';
import { type Attack, attack, type AttackOptions } from '../csp/attack.ts';
import {
  type DocumentPolicy,
  documentPolicies,
  enforcedPolicies,
  type PlacedPolicy,
} from '../csp/document-policies.ts';
import { type Framing, parseFraming } from './framing.ts';
import { type CspLevel, cspLevel } from '../csp/level.ts';
import { type JudgedDirective, judgeDirectives } from '../csp/verdict.ts';

/** The policies of a document, the attacks that they allow, and a verdict on each directive. */
export interface JudgedDocument {
  policies: readonly DocumentPolicy[];
  /** Who may frame it, by its policies or by X-Frame-Options. */
  framing: Framing;
  attack: Attack;
  directives: readonly JudgedDirective[];
  level: CspLevel;
}

/** A host that no policy names; reserved (RFC 2606 section 3). */
const attacker = 'x7f3a9c1.example';

/** The requesters that the policies of a document are tested with. */
export const attackOn = (url: URL): AttackOptions => ({ url: url.href, attacker });

/** Framing is judged with all headers of a document: X-Frame-Options applies where no policy does. */
const withFraming = (made: Attack, { restricted }: Framing): Attack => ({
  ...made,
  questions: made.questions.map((one) => (one.id === 'framed-by-any-host' ? { ...one, open: !restricted } : one)),
});

/** Tests the policies of a document with all attacks, and judges each directive. */
export function judgeDocument(
  url: URL,
  lines: HeaderLines,
  metaPolicies: readonly PlacedPolicy[] = [],
): JudgedDocument {
  const policies = documentPolicies(lines, metaPolicies);
  const framing = parseFraming(lines);
  const made = withFraming(attack(enforcedPolicies(policies), attackOn(url)), framing);
  return {
    policies,
    framing,
    attack: made,
    directives: judgeDirectives(policies, made),
    level: cspLevel(policies, made),
  };
}
