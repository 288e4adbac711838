import { type Fault, inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { answerOf, rawLines } from './proof.ts';

/** One yes-or-no fact of the inventory, and what its two answers mean. */
interface Feature {
  /** The field of the fact; also the key of its raw answer. */
  feature: { [K in keyof TlsEndpoint]-?: TlsEndpoint[K] extends Observed<boolean> ? K : never }[keyof TlsEndpoint];
  /** The answer of a good server: yes, where left out. */
  wanted?: boolean | undefined;
  description: string;
  /** What was offered, and what was answered. */
  seen: readonly string[];
  /** The newest hello before TLS 1.3 shows it too, where no answer of its own was kept. */
  inAnyHello?: boolean | undefined;
  /** The command by which people see the same. */
  command: (endpoint: TlsEndpoint) => string | null;
}

/** Judges one feature: the unwanted answer is a fault. */
export const judgeFeature =
  ({ feature, wanted = true, description, seen, inAnyHello, command }: Feature) =>
  (endpoint: TlsEndpoint): Fault | Plain | null => {
    const fact: Observed<boolean> = endpoint[feature];
    if (!fact.known) return inconclusive(detailOf(fact.failure));
    if (fact.value === wanted) return null;
    const raw = inAnyHello === true ? answerOf(endpoint, feature) : rawLines(endpoint, [feature]);
    return { description, evidence: [seen, raw, command(endpoint)] };
  };
