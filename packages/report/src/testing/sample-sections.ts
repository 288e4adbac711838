import type { Section, SectionCell } from '@perimeter/contract/section';

/** Sections as an engine writes them: every kind of column, a long table, empty cells, and two figures. */
export const sampleSections: Section[] = [
  {
    id: 'sample',
    title: 'Sample of what was observed',
    tables: [
      {
        caption: 'Every kind of column',
        columns: [
          { title: 'Words', kind: 'text' },
          { title: 'Literal', kind: 'code' },
          { title: 'Count', kind: 'number' },
          { title: 'Until', kind: 'date' },
          { title: 'State', kind: 'status' },
          { title: 'Never filled', kind: 'text' },
        ],
        rows: [
          ['plain words', 'literal.example.org', 7, '2026-05-11T10:12:00.000Z', { text: 'holds', tone: 'good' }, null],
          ['others', null, null, null, { text: 'is broken', tone: 'bad' }, null],
          [null, 'TYPE65 \\# 3 000100', 1_234_567, '2027-01-01T00:00:00.000Z', { text: 'open', tone: 'fair' }, null],
        ],
        note: 'Read from the sample.',
      },
      {
        caption: 'A long table',
        columns: [
          { title: 'Row', kind: 'number' },
          { title: 'Value', kind: 'code' },
        ],
        rows: Array.from({ length: 260 }, (_, index): SectionCell[] => [index + 1, `value-${index + 1}`]),
        note: null,
      },
    ],
    figures: [
      {
        caption: 'A chain',
        scene: {
          nodes: [
            { id: 'leaf', label: 'CN=www.example.org', details: ['leaf', 'valid until 2026-05-11'], tone: 'bad' },
            { id: 'root', label: 'CN=Sample Root', details: ['trusted root'], tone: 'neutral' },
          ],
          edges: [{ from: 'leaf', to: 'root', label: 'issued by', tone: 'neutral' }],
        },
      },
      {
        caption: 'A circle',
        scene: {
          nodes: ['one', 'two', 'three'].map((id) => ({
            id,
            label: `https://${id}.example/`,
            details: [],
            tone: 'neutral',
          })),
          edges: [
            { from: 'one', to: 'two', label: '301', tone: 'neutral' },
            { from: 'two', to: 'three', label: '302', tone: 'neutral' },
            { from: 'three', to: 'one', label: '307', tone: 'bad' },
            { from: 'one', to: 'one', label: null, tone: 'neutral' },
          ],
        },
      },
    ],
  },
];

/** The same with one text in every text member. */
export const sectionsOfText = (text: string): Section[] =>
  sampleSections.map(({ id, tables, figures }) => ({
    id,
    title: text,
    tables: tables.map(({ columns, rows }) => ({
      caption: text,
      columns: columns.map(({ kind }) => ({ title: text, kind })),
      rows: rows.slice(0, 20).map((row) =>
        row.map((cell) => {
          if (typeof cell === 'string') return text;
          return cell !== null && typeof cell === 'object' ? { ...cell, text } : cell;
        }),
      ),
      note: text,
    })),
    figures: figures.map(({ scene: { nodes, edges } }) => ({
      caption: text,
      scene: {
        nodes: nodes.map((node) => ({ ...node, label: text, details: [text, text] })),
        edges: edges.map((edge) => ({ ...edge, label: text })),
      },
    })),
  }));
