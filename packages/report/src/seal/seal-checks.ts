/** The checks of a sealed file; time-stamp only if it has one. */
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

/** A check's result; null: not possible because an earlier check failed. */
export interface SealCheck {
  name: SealCheckName;
  passed: boolean | null;
  detail: string;
}

/** The detail of a check that an earlier failure prevented. */
export const notReached = 'Not performed: an earlier check failed';

/** Collects the results. */
export class Checklist {
  readonly #checks = new Map<SealCheckName, SealCheck>();

  note(name: SealCheckName, passed: boolean, detail: string): boolean {
    this.#checks.set(name, { name, passed, detail });
    return passed;
  }

  passed(name: SealCheckName): boolean {
    return this.#checks.get(name)?.passed === true;
  }

  /** The first check without a result. */
  next(): SealCheckName {
    return sealChecks.find((name) => name !== 'time-stamp' && !this.#checks.has(name)) ?? 'content';
  }

  all(): SealCheck[] {
    return sealChecks.flatMap(
      (name) => this.#checks.get(name) ?? (name === 'time-stamp' ? [] : { name, passed: null, detail: notReached }),
    );
  }
}
