import type { Section } from '@perimeter/contract/section';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type AuditEvidence, evidenceKinds, readEvidence } from '../evidence/evidence.ts';
import { evidenceSections } from '../evidence/sections.ts';
import { evidencePath, goldenSites } from './golden.ts';
import { sectionsOf } from './sections.ts';

const fails = (where: string, error: unknown): never => {
  throw new Error(where, { cause: error });
};

const evidenceOf = (site: string): AuditEvidence => readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));

const all: Section[] = goldenSites().flatMap((site) => sectionsOf(evidenceOf(site), fails));

/** These sections read the document of the site that is judged, and so stand in its room. */
const ofSite: Readonly<Record<string, string>> = { http: 'site/responses', page: 'site/page' };

test('every kind of evidence from a probe has a section beside its schema, or in the room of the site', () => {
  for (const kind of Object.keys(evidenceKinds).filter((name) => name !== 'target')) {
    const folder = ofSite[kind] ?? kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    assert.ok(existsSync(path.join(import.meta.dirname, '../evidence', folder, 'section.ts')), kind);
    assert.ok(kind in evidenceSections, kind);
  }
});

test('a section is named after its kind, and recorded sites show most sections', () => {
  const seen = new Set(all.map(({ id }) => id));
  for (const kind of ['dns', 'endpoints', 'tls', 'certificates', 'vulnerabilities', 'http']) assert.ok(seen.has(kind));
  for (const [kind, build] of Object.entries(evidenceSections)) {
    for (const site of goldenSites()) assert.ok([kind, undefined].includes(build(evidenceOf(site))?.id));
  }
});

test("each row has a cell for each column, of the column's kind", () => {
  const tables = all.flatMap(({ tables: some }) => some);
  assert.ok(tables.length > 20);
  for (const { caption, columns, rows } of tables) {
    assert.ok(rows.length > 0, caption);
    for (const row of rows) {
      assert.equal(row.length, columns.length, caption);
      for (const [index, cell] of row.entries()) {
        if (cell === null) continue;
        const kind = columns[index]?.kind;
        const found =
          typeof cell === 'string' ? ['text', 'code', 'date'] : [typeof cell === 'number' ? 'number' : 'status'];
        assert.ok(kind !== undefined && found.includes(kind), `${caption}: ${kind}`);
        if (kind === 'date') assert.ok(!Number.isNaN(Date.parse(String(cell))), `${caption}: ${String(cell)}`);
      }
    }
  }
});

test('arrows connect existing boxes, whose ids are unique', () => {
  const figures = all.flatMap(({ figures: some }) => some);
  assert.ok(figures.length > 5);
  for (const { scene } of figures) {
    const ids = scene.nodes.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { from, to } of scene.edges) assert.ok(ids.includes(from) && ids.includes(to));
  }
});

test('a section that throws or is empty is left out, and the others stay', () => {
  const bugs: string[] = [];
  const broken = (): never => {
    throw new Error('Broken on purpose');
  };
  const table = { caption: 'Table', columns: [], rows: [], note: null };
  const planted: Section = { id: 'planted', title: 'Planted', tables: [table], figures: [] };
  const empty: Section = { id: 'empty', title: 'Empty', tables: [], figures: [] };
  const [site = ''] = goldenSites();
  const sections = sectionsOf(evidenceOf(site), (where) => bugs.push(where), {
    broken,
    planted: () => planted,
    empty: () => empty,
  });
  assert.deepEqual(sections, [planted]);
  assert.deepEqual(bugs, ['section broken']);
});
