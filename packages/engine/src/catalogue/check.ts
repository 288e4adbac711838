import type { EvidenceByKind, EvidenceKind, SomeEvidence } from '../evidence/evidence.ts';
import type { Outcome } from './outcome.ts';
import { urlOfReference } from './reference.ts';
import { sources } from './sources.data.ts';
import { type VectorName, vectors } from './vectors.data.ts';

/** The facts of a check; its prose and its sources stand in the Markdown file of the same topic. */
export interface CheckDefinition<N extends EvidenceKind> {
  /** Unique, kebab-case, never reused. */
  id: string;
  /** The good state, as a sentence without a full stop. */
  title: string;
  /** The bad state, or what is reported where the check only informs. */
  finding: string;
  /** What a failure is: the name of the CVSS 4.0 vector that severity is computed from, and CWE numbers; absent for checks that only inform. */
  weakness?: { cvss: VectorName; cwe: readonly [number, ...number[]] };
  /** deep: deep mode only. Standard where left out. */
  mode?: 'standard' | 'deep';
  /** The kinds of evidence that the question is about; evaluate sees these and nothing else. */
  needs: readonly N[];
  evaluate: (evidence: Pick<EvidenceByKind, N>) => Outcome;
}

/** A check of any needs, as the registry and the runner hold it. */
export interface Check extends Omit<CheckDefinition<EvidenceKind>, 'evaluate' | 'mode' | 'weakness'> {
  /** The CVSS 4.0 vector itself. */
  cvss?: string;
  /** Of a check that only informs: none. */
  cwe: readonly number[];
  /** The pages of its sources; none before `npm run generate` has read them. */
  references: readonly string[];
  mode: 'standard' | 'deep';
  evaluate: (evidence: SomeEvidence) => Outcome;
}

/** Declares a check: types `evaluate` by the check's `needs`, and throws if one of them is missing. */
export function defineCheck<const N extends EvidenceKind>(definition: CheckDefinition<N>): Check {
  const { evaluate, mode, weakness, ...facts } = definition;
  const hasNeeds = (evidence: SomeEvidence): evidence is Pick<EvidenceByKind, N> =>
    definition.needs.every((kind) => evidence[kind] !== undefined);
  return {
    ...facts,
    ...(weakness === undefined ? {} : { cvss: vectors[weakness.cvss] }),
    cwe: weakness?.cwe ?? [],
    references: (sources[definition.id] ?? []).map(urlOfReference),
    mode: mode ?? 'standard',
    evaluate: (evidence) => {
      if (!hasNeeds(evidence)) throw new Error(`Check ${definition.id} was run without its evidence`);
      return evaluate(evidence);
    },
  };
}
