import { allowsInline, type Credentials, type InlineKind } from './match.ts';
import { documentPolicies, type PlacedPolicy } from './document-policies.ts';
import type { CspPolicy } from './parse.ts';

/** No honest frame has more nonces and hashes that its own policy is asked for; what comes after counts as run. */
const maxAsked = 200;

/** What the policies in the head of a frame's document allow in its markup; those of the page are judged with the page. */
export class FrameRules {
  #policies: readonly CspPolicy[] = [];
  #read = 0;
  #asked = 0;
  readonly #plain = new Map<InlineKind, boolean>();

  /** Takes the policies so far: each governs what follows it. */
  heed(placed: readonly PlacedPolicy[]): void {
    if (placed.length === this.#read) return;
    this.#read = placed.length;
    this.#policies = documentPolicies([], placed);
    this.#plain.clear();
  }

  allows(kind: InlineKind, credentials?: () => Credentials): boolean {
    if (this.#policies.length === 0) return true;
    const isAllowed = (what?: Credentials): boolean =>
      this.#policies.every((policy) => allowsInline(policy, kind, what).allows);
    const plain = this.#plain.get(kind) ?? isAllowed();
    this.#plain.set(kind, plain);
    if (credentials === undefined) return plain;
    this.#asked += 1;
    return this.#asked > maxAsked || isAllowed(credentials());
  }
}
