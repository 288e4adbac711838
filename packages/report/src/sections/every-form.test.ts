import type { Report } from '@perimeter/contract/report';
import type { Section } from '@perimeter/contract/section';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderForm } from '../forms/forms.ts';
import { documentData } from '../pdf/document.ts';
import { renderTerminal } from '../terminal/terminal.ts';
import { sampleReport } from '../testing/sample-report.ts';

const planted: Section = {
  id: 'planted-kind',
  title: 'Planted kind',
  tables: [
    {
      caption: 'Planted table',
      columns: [
        { title: 'Planted column', kind: 'text' },
        { title: 'Planted state', kind: 'status' },
      ],
      rows: [['planted value', { text: 'planted status', tone: 'good' }]],
      note: 'Planted note',
    },
  ],
  figures: [
    {
      caption: 'Planted figure',
      scene: {
        nodes: [
          { id: 'a', label: 'planted-box', details: ['planted detail'], tone: 'neutral' },
          { id: 'b', label: 'other-box', details: [], tone: 'neutral' },
        ],
        edges: [{ from: 'a', to: 'b', label: 'leads to', tone: 'neutral' }],
      },
    },
  ],
};
const report: Report = { ...sampleReport, sections: [planted] };

/** Words that no form escapes or breaks. */
const words = [
  'Planted kind',
  'Planted table',
  'Planted column',
  'planted value',
  'planted status',
  'Planted note',
  'Planted figure',
  'planted-box',
  'planted detail',
  'leads to',
];

const forms: [name: string, text: string][] = [
  ['terminal', renderTerminal(report, { colour: false, width: 80, unicode: true, extent: 'all' })],
  ['HTML', renderForm('html', report)],
  ['Markdown', renderForm('markdown', report).replaceAll('\\', '')],
  ['PDF', JSON.stringify(documentData(report, documentOptions()).data)],
];

for (const [name, text] of forms) {
  test(`${name} shows a section of an unknown kind, with its table and figure`, () => {
    for (const word of words) assert.ok(text.includes(word), word);
  });
}

test('forms state how many rows they omit', () => {
  const texts = [
    renderTerminal(sampleReport, { colour: false, width: 80, unicode: true, extent: 'all' }),
    renderForm('markdown', sampleReport),
    JSON.stringify(documentData(sampleReport, documentOptions()).data),
  ];
  for (const [index, pattern] of [
    /248 more in --format json/u,
    /240 more rows are in the JSON report/u,
    /"left":60/u,
  ].entries()) {
    assert.match(texts[index] ?? '', pattern);
  }
  assert.ok(renderForm('html', sampleReport).includes('value-260'));
});

function documentOptions() {
  return {
    paper: 'a4',
    verifyUrl: 'https://audit.example.org/verify',
    previous: null,
    certificateSha256: null,
    detail: 'full',
  } as const;
}
