import type { Checkout } from './checkout.ts';
import { camelCase, kebabCase, requireName, ScaffoldError, snakeCase } from './names.ts';

const MODULES = 'packages/engine/src/modules';

const source = (id: string): string => `import { defineCheck } from '../../catalogue/check.ts';
import { failIfAny, notApplicable } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';

export const ${camelCase(id)} = defineCheck({
  id: '${id}',
  title: 'Every host has an address',
  finding: 'A host has no address',
  cvss: vectors.resilience,
  cwe: [1188],
  references: ['https://www.rfc-editor.org/rfc/rfc1034'],
  needs: ['endpoints'],
  evaluate: ({ endpoints }) => {
    const hosts = endpoints.hosts.filter(({ status }) => status !== 'nxdomain');
    if (hosts.length === 0) return notApplicable('No host exists');
    const findings = hosts
      .filter(({ addresses }) => addresses.length === 0)
      .map(({ host, status }) => ({
        location: { host },
        description: 'The host exists and has no address; expected: at least one.',
        evidence: \`\${host}: \${status}\`,
      }));
    return failIfAny(findings, 'A host has no address', 'Every host has an address');
  },
});
`;

const prose = (topic: string, id: string): string => `# ${topic}

## ${id}

### Why it matters

What an attacker or an outage can do here, for a reader who does not know the standard. Two or three sentences.

### How to fix

What to change, and where. Then one example a server, before and after.

nginx

\`\`\`nginx
# before
# after
\`\`\`

### When this risk can be accepted

In which case the finding may stay, or why there is none.
`;

const tests = (topic: string, id: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { ${camelCase(id)} } from './${topic}.ts';

type Host = EndpointsEvidence['hosts'][number];

const host = (status: Host['status'], ...addresses: string[]): Host =>
  endpointHost('www.good.lab', addresses, { status });

const rows: [name: string, host: Host, outcome: string, text: RegExp][] = [
  ['a host with an address', host('exists', '203.0.113.1'), 'pass', /Every host/u],
  ['a host without one', host('no-address'), 'fail', /www\\.good\\.lab: no-address/u],
  ['no host', host('nxdomain'), 'not-applicable', /No host/u],
];

for (const [name, one, outcome, text] of rows) {
  test(\`${id}: \${name}: \${outcome}\`, () => {
    const answer = ${camelCase(id)}.evaluate({ endpoints: { hosts: [one] } });
    assert.equal(answer.outcome, outcome);
    assert.match(JSON.stringify(answer), text);
  });
}
`;

const moduleSource = (
  id: string,
  title: string,
  category: string,
): string => `import { defineModule } from '../../catalogue/module.ts';

/** ${title}. */
export const ${camelCase(id)} = defineModule({
  id: '${id}',
  title: '${title}',
  category: '${category}',
  checks: [],
});
`;

/** Gives a module that stands in the registry without checks its folder and its place. */
function createModule(checkout: Checkout, id: string): void {
  const registry = `${MODULES}/registry.ts`;
  const entry = new RegExp(`withoutChecks\\('${id}', '([^']+)', '([^']+)'\\)`, 'u').exec(checkout.read(registry));
  const [text, title, category] = entry ?? [];
  if (text === undefined || title === undefined || category === undefined) {
    throw new ScaffoldError(`There is no module ${id}: the registry lists all 17`);
  }
  checkout.create(`${MODULES}/${id}/module.ts`, moduleSource(id, title, category));
  checkout.replace(registry, text, camelCase(id));
  checkout.addImport(registry, `import { ${camelCase(id)} } from './${id}/module.ts';`);
}

/** A new check in a new topic of a module: its three files, and its place in the module. */
export function scaffoldCheck(checkout: Checkout, args: readonly string[]): void {
  const module = requireName('module', args[0], snakeCase);
  const topic = requireName('topic', args[1], kebabCase);
  const id = requireName('check', args[2], kebabCase);
  const folder = `${MODULES}/${module}`;
  if (checkout.hasText(MODULES, `id: '${id}'`))
    throw new ScaffoldError(`There is a check ${id} already; ids are never reused`);
  if (checkout.has(`${folder}/${topic}.ts`)) {
    throw new ScaffoldError(`${module} has a topic ${topic} already: write the check into its three files`);
  }
  if (!checkout.has(`${folder}/module.ts`)) createModule(checkout, module);
  checkout.create(`${folder}/${topic}.ts`, source(id));
  checkout.create(`${folder}/${topic}.md`, prose(topic, id));
  checkout.create(`${folder}/${topic}.test.ts`, tests(topic, id));
  checkout.addImport(`${folder}/module.ts`, `import { ${camelCase(id)} } from './${topic}.ts';`);
  const list =
    /checks: \[([^\]]*)\]/u
      .exec(checkout.read(`${folder}/module.ts`))?.[1]
      ?.trim()
      .replace(/,$/u, '') ?? '';
  checkout.replace(
    `${folder}/module.ts`,
    /checks: \[[^\]]*\]/u,
    `checks: [${[...(list === '' ? [] : [list]), camelCase(id)].join(', ')}]`,
  );
}
