import { type Fault, inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { answerOf, rawLines } from './proof.ts';

/** One yes-or-no fact of the inventory, and the meaning of both answers. */
interface Feature {
  /** The field of the fact, which is also the key of its raw answer. */
  feature: { [K in keyof TlsEndpoint]-?: TlsEndpoint[K] extends Observed<boolean> ? K : never }[keyof TlsEndpoint];
  /** The answer of a correct server; default: yes. */
  wanted?: boolean | undefined;
  description: string;
  /** What was offered, and what was answered. */
  seen: readonly string[];
  /** Without a raw answer of its own, the answer to the newest hello before TLS 1.3 is the proof. */
  inAnyHello?: boolean | undefined;
  /** The reproduce command. */
  command: (endpoint: TlsEndpoint) => string | null;
}

/** Judges one feature: the unwanted answer is a fault. */
export const judgeFeature =
  ({ feature, wanted = true, description, seen, inAnyHello, command }: Feature) =>
  (endpoint: TlsEndpoint): Fault | Plain | null => {
    const fact: Observed<boolean> = endpoint[feature];
    if (!fact.known) return inconclusive(fact.failure);
    if (fact.value === wanted) return null;
    const raw = inAnyHello === true ? answerOf(endpoint, feature) : rawLines(endpoint, [feature]);
    return { description, evidence: [seen, raw, command(endpoint)] };
  };
