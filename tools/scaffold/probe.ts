import type { Checkout } from './checkout.ts';
import { camelCase, pascalCase, requireName, ScaffoldError, snakeCase } from './names.ts';

const ENGINE = 'packages/engine/src';

/** The name as a heading. */
const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

const evidence = (name: string): string => `import { z } from 'zod';
import { observed } from '../observed.ts';

/** What the ${name} probe saw. */
export const ${camelCase(name)}Evidence = z.object({
  hosts: z.array(z.object({ host: z.string(), answer: observed(z.string()) })),
});
export type ${pascalCase(name)}Evidence = z.infer<typeof ${camelCase(name)}Evidence>;
`;

const section = (name: string): string => `import type { Section } from '@perimeter/contract/section';
import { failureText } from '../failure-text.ts';
import { filled, state, tableOf } from '../section.ts';
import type { ${pascalCase(name)}Evidence } from './schema.ts';

interface Evidence {
  ${name}?: ${pascalCase(name)}Evidence | undefined;
}

/** What every form of the report shows of the ${name} probe. */
export function ${camelCase(name)}Section({ ${name}: evidence }: Evidence): Section | null {
  if (evidence === undefined) return null;
  const rows = evidence.hosts.map(({ host, answer }) => [
    host,
    answer.known ? state('neutral', answer.value) : state('fair', failureText(answer.failure)),
  ]);
  const table = tableOf(
    'Answers',
    [
      ['Host', 'code'],
      ['Answer', 'status'],
    ],
    rows,
  );
  return { id: '${name}', title: '${titleOf(name)}', tables: filled(table), figures: [] };
}
`;

const source = (name: string): string => `import { untested } from '../../evidence/observed.ts';
import { defineProbe } from '../probe.ts';

/** Asks every host that has an address. */
export const ${camelCase(name)}Probe = defineProbe({
  kind: '${name}',
  needs: ['endpoints'],
  // TODO: ask through the context, and give what was seen.
  run: async (_context, { endpoints }) => ({
    evidence: {
      hosts: endpoints.hosts
        .filter(({ status }) => status === 'exists')
        .map(({ host }) => ({ host, answer: untested('not-asked') })),
    },
  }),
});
`;

const tests = (name: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${camelCase(name)}Evidence } from '../../evidence/${name}/schema.ts';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { testContext } from '../testing/context.ts';
import { ${camelCase(name)}Probe } from './probe.ts';

test('a host without an address is not asked, and what was not asked is not read as absent', async () => {
  const hosts = [
    endpointHost('good.lab', ['203.0.113.1']),
    endpointHost('www.good.lab', [], { status: 'nxdomain' }),
  ];
  const { evidence } = await ${camelCase(name)}Probe.run(testContext(), { endpoints: { hosts } });
  const found = ${camelCase(name)}Evidence.parse(evidence);
  assert.deepEqual(
    found.hosts.map(({ host, answer }) => [host, answer.known]),
    [['good.lab', false]],
  );
});
`;

/** Makes a probe with its kind of evidence: four files, registered in the lists of evidence, sections and probes. */
export function scaffoldProbe(checkout: Checkout, args: readonly string[]): void {
  const name = requireName('probe', args[0], snakeCase);
  const kinds = `${ENGINE}/evidence/evidence.ts`;
  const sections = `${ENGINE}/evidence/sections.ts`;
  const registry = `${ENGINE}/probes/registry.ts`;
  if (checkout.has(`${ENGINE}/probes/${name}/probe.ts`)) throw new ScaffoldError(`There is a probe ${name} already`);
  if (checkout.has(`${ENGINE}/evidence/${name}/schema.ts`))
    throw new ScaffoldError(`There is evidence of kind ${name} already`);
  const identifier = camelCase(name);
  checkout.create(`${ENGINE}/evidence/${name}/schema.ts`, evidence(name));
  checkout.create(`${ENGINE}/evidence/${name}/section.ts`, section(name));
  checkout.create(`${ENGINE}/probes/${name}/probe.ts`, source(name));
  checkout.create(`${ENGINE}/probes/${name}/probe.test.ts`, tests(name));
  checkout.addImport(kinds, `import { ${identifier}Evidence } from './${name}/schema.ts';`);
  checkout.insertBefore(kinds, /^\} as const;$/mu, `  ${name}: ${identifier}Evidence,\n`);
  checkout.addImport(sections, `import { ${identifier}Section } from './${name}/section.ts';`);
  checkout.insertBefore(sections, /^\};\s*$/mu, `  ${name}: ${identifier}Section,\n`);
  checkout.addImport(registry, `import { ${identifier}Probe } from './${name}/probe.ts';`);
  checkout.insertBefore(registry, /\];\s*$/u, `  ${identifier}Probe,\n`);
}
