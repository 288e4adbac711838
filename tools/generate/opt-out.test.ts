import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { directQuestions } from '@perimeter/engine/net/authoritative/limits.data';
import { mostQueries } from '@perimeter/engine/net/resolver/query-budget.data';
import { nameCaps } from '@perimeter/engine/probes/names/caps.data';
import { type SentRequest, sentRequests } from '@perimeter/engine/probes/requests.data';
import { deepPaths } from '@perimeter/protocols/exposure/paths.data';
import { standardPorts } from '@perimeter/protocols/services/ports.data';
import { repoRoot } from './repo-root.ts';

const text = readFileSync(join(repoRoot, 'apps/dashboard/src/pages/opt-out.tsx'), 'utf8').replaceAll(/\s+/g, ' ');

test('the page for owners names every method, every fixed path and every number of requests', () => {
  const rows = Object.values<SentRequest>(sentRequests);
  const fixed = rows.flatMap(({ path }) => (path.includes('{') ? [] : [path]));
  const posted = deepPaths.flatMap(({ path, post }) => (post === undefined ? [] : [`POST to ${path}`]));
  const { script, linked, map } = sentRequests;
  const numbers = [`${script.most} of its scripts`, `${linked.most} pages`, `${map.most} source maps`];
  for (const word of [...rows.map(({ method }) => method), 'HEAD', ...fixed, ...posted, ...numbers])
    assert.ok(text.includes(word), word);
});

test('the page for owners names the numbers of questions, ports and registrations', () => {
  const number = (count: number): string => count.toLocaleString('en');
  const { standard, deep } = directQuestions;
  for (const words of [
    `at most ${number(mostQueries.standard)} (${number(mostQueries.deep)} in deep audits)`,
    `${standard.audit.total} (${deep.audit.total}) questions to name servers`,
    `Connections to ${standardPorts.length} ports`,
    `at most ${nameCaps.standard.references} (${nameCaps.deep.references})`,
  ])
    assert.ok(text.includes(words), words);
});

test('the guarantees to targets state the limits of the budgets', () => {
  const guarantees = readFileSync(join(repoRoot, 'SECURITY.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const number = (count: number): string => count.toLocaleString('en');
  const { standard, deep } = directQuestions;
  for (const words of [
    `${number(mostQueries.standard)} DNS queries to its resolver (deep: ${number(mostQueries.deep)})`,
    `${standard.audit.total} questions to name servers (deep: ${deep.audit.total}), ${standard.address.total} of them to one address (deep: ${deep.address.total})`,
  ])
    assert.ok(guarantees.includes(words), words);
});
