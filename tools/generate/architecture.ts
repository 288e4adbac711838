import { phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import { probes } from '@perimeter/engine/probes/registry';
import { betweenMarkers } from './between-markers.ts';
import type { GeneratedFile } from './repo-root.ts';

/** The kinds of evidence that a module's checks read, except what is known before the audit. */
function needsOf({ checks }: (typeof modules)[number]): string[] {
  const measured = new Set<string>(probes.map(({ kind }) => kind));
  return [...new Set(checks.flatMap(({ needs }) => [...needs]))].filter((kind) => measured.has(kind)).toSorted();
}

/** The flow of an audit as a Mermaid diagram: the evidence that each probe waits for and each module reads. */
function flow(): string {
  const wires = probes.flatMap(({ kind, needs }) => [
    ...(needs.length === 0 ? [`  target --> ${kind}_probe[${kind} probe]`] : []),
    ...needs.map((need) => `  ${need} --> ${kind}_probe[${kind} probe]`),
    `  ${kind}_probe -.-> ${kind}[(${kind})]`,
  ]);
  const judged = modules
    .filter(({ checks }) => checks.length > 0)
    .flatMap((module) => [
      ...needsOf(module).map((kind) => `  ${kind} --> ${phaseName(module)}`),
      `  ${phaseName(module)} --> scoring`,
    ]);
  return ['```mermaid', 'flowchart LR', ...wires, ...judged, '  scoring --> report', '```'].join('\n');
}

/** ARCHITECTURE.md with the diagram updated between its markers. */
export const architectureWithFlow = (): GeneratedFile => betweenMarkers('ARCHITECTURE.md', 'flow', flow());
