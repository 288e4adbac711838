import type { Check } from '../../../catalogue/check.ts';
import { fail, informational, judgeSeen, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { endpointCheck } from './endpoints.ts';
import { answerOf, rawLines } from './proof.ts';

type Judge = (endpoint: TlsEndpoint) => Verdict;

/** One yes-or-no fact of the inventory, and what its two answers mean. */
interface Feature {
  /** The field of the fact; also the key of its raw answer. */
  feature: { [K in keyof TlsEndpoint]-?: TlsEndpoint[K] extends Observed<boolean> ? K : never }[keyof TlsEndpoint];
  /** The answer of a good server: yes, where left out. */
  wanted?: boolean | undefined;
  passed: string;
  description: string;
  /** What was offered, and what was answered. */
  seen: readonly string[];
  /** The newest hello before TLS 1.3 shows it too, where no answer of its own was kept. */
  inAnyHello?: boolean | undefined;
  /** The command by which people see the same. */
  command: (endpoint: TlsEndpoint) => string | null;
}

/** A check of one feature. */
interface FeatureCheck extends Omit<Parameters<typeof endpointCheck>[0], 'judge'>, Omit<Feature, 'passed'> {
  /** The title, where left out. */
  passed?: string;
  /** Where the question arises: everywhere, where left out. */
  within?: (judge: Judge) => Judge;
}

/** Judges one feature: the unwanted answer fails, or informs where the check has no vector. */
export const judgeFeature =
  ({ feature, wanted = true, passed, description, seen, inAnyHello, command }: Feature, state = fail): Judge =>
  (endpoint) => {
    const fact: Observed<boolean> = endpoint[feature];
    return judgeSeen(fact, (value) => {
      if (value === wanted) return pass(passed);
      const raw = inAnyHello === true ? answerOf(endpoint, feature) : rawLines(endpoint, [feature]);
      return state({ description, evidence: [seen, raw, command(endpoint)] });
    });
  };

/** Declares a check of one feature of every TLS endpoint. */
export const featureCheck = ({
  feature,
  wanted,
  passed,
  description,
  seen,
  inAnyHello,
  command,
  within = (judge) => judge,
  ...facts
}: FeatureCheck): Check => {
  const question = { feature, wanted, passed: passed ?? facts.title, description, seen, inAnyHello, command };
  return endpointCheck({
    ...facts,
    judge: within(judgeFeature(question, facts.weakness === undefined ? informational : fail)),
  });
};
