/** What is checked of a sealed file, each by itself; time-stamp only where there is one. */
export const sealChecks = [
  'structure',
  'coverage',
  'container',
  'digest',
  'signature',
  'signer',
  'validity',
  'time-stamp',
  'certification',
  'content',
] as const;
export type SealCheckName = (typeof sealChecks)[number];

/** One check and its answer; null: it could not be made because an earlier one failed. */
export interface SealCheck {
  name: SealCheckName;
  passed: boolean | null;
  detail: string;
}

/** Collects the answers. */
export class Checklist {
  readonly #checks = new Map<SealCheckName, SealCheck>();

  note(name: SealCheckName, passed: boolean, detail: string): boolean {
    this.#checks.set(name, { name, passed, detail });
    return passed;
  }

  passed(name: SealCheckName): boolean {
    return this.#checks.get(name)?.passed === true;
  }

  /** The first check that has no answer yet. */
  next(): SealCheckName {
    return sealChecks.find((name) => name !== 'time-stamp' && !this.#checks.has(name)) ?? 'content';
  }

  all(): SealCheck[] {
    const notReached = 'Not performed: an earlier check failed';
    return sealChecks.flatMap(
      (name) => this.#checks.get(name) ?? (name === 'time-stamp' ? [] : { name, passed: null, detail: notReached }),
    );
  }
}
