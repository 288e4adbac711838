import type { Report } from '@perimeter/contract/report';
import type { ColumnKind, Section, SectionTable, Tone } from '@perimeter/contract/section';
import { noValue, type PreparedCell, preparedTable, type PreparedTable } from '@perimeter/report/sections/prepared';
import { sectionsOf } from '@perimeter/report/sections/sections-of';
import type { ReactElement } from 'react';
import { Icon, type IconName } from '../../components/icon.tsx';
import { clean, Link } from '../../components/parts.tsx';
import { counted } from '../../lib/format.ts';
import { auditPath } from '../../lib/sample.ts';
import { SceneFigure } from './scene.tsx';

/** Rows and figures that are on a page; the JSON report has them all. */
const maxRows = 2_000;
const maxFigures = 12;
/** Longer tables are on the page of their section. */
const shortRows = 12;
const maxCell = 1_000;

const toneIcons: Readonly<Record<Tone, IconName | null>> = { good: 'check', bad: 'cross', fair: 'warn', neutral: null };
const toneClasses: Readonly<Record<Tone, string>> = { good: 'yes', bad: 'no', fair: 'fair', neutral: 'off' };

function Cell({ cell, kind }: { cell: PreparedCell; kind: ColumnKind }): ReactElement {
  const text = clean(cell.text, maxCell);
  if (cell.tone !== null) {
    const icon = toneIcons[cell.tone];
    return (
      <span className={toneClasses[cell.tone]}>
        {icon === null ? null : <Icon name={icon} size={13} />}
        {text}
      </span>
    );
  }
  return kind === 'code' && cell.text !== noValue ? <code>{text}</code> : <>{text}</>;
}

const cellClass = (kind: ColumnKind | undefined): string | undefined =>
  kind === 'number' ? 'num right' : kind === 'date' ? 'num' : undefined;

const Body = ({ table }: { table: PreparedTable }): ReactElement => (
  <div className="scroll" tabIndex={0} role="group" aria-label={clean(table.caption, 200)}>
    <table className="table data">
      <thead>
        <tr>
          {table.columns.map(({ title, kind }, index) => (
            <th key={index} scope="col" className={kind === 'number' ? 'right' : undefined}>
              {clean(title, 200)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column} className={cellClass(table.columns[column]?.kind)}>
                <Cell cell={cell} kind={table.columns[column]?.kind ?? 'text'} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {table.left > 0 ? <p className="quiet small">{table.left} more rows are in the JSON report.</p> : null}
  </div>
);

interface TableProps {
  table: SectionTable;
  /** Where the whole table is; null: here. */
  page: string | null;
  anchor: string;
}

/** One table of a section, or where it is. */
function DataTable({ table, page, anchor }: TableProps): ReactElement | null {
  const prepared = preparedTable(table, maxRows);
  const count = prepared.rows.length + prepared.left;
  if (count === 0) return null;
  const caption = clean(prepared.caption, 200);
  const Heading = page === null ? 'h2' : 'h4';
  if (page !== null && count > shortRows)
    return (
      <p className="data-table">
        <Link to={`${page}#${anchor}`}>{caption}</Link> <span className="quiet">{counted(count, 'row')}</span>
      </p>
    );
  return (
    <div className="data-table" id={anchor}>
      <Heading>{caption}</Heading>
      <Body table={prepared} />
      {prepared.note === null ? null : <p className="quiet small">{clean(prepared.note, 2_000)}</p>}
    </div>
  );
}

/** Figures and tables of one section; long tables are on its own page, where one is named. */
export const SectionBody = ({ section, page }: { section: Section; page: string | null }): ReactElement => (
  <>
    {section.figures.slice(0, maxFigures).map((figure, index) => (
      <SceneFigure key={index} figure={figure} />
    ))}
    {section.figures.length > maxFigures ? (
      <p className="quiet small">{section.figures.length - maxFigures} more figures are in the JSON report.</p>
    ) : null}
    {section.tables.map((table, index) => (
      <DataTable key={index} table={table} page={page} anchor={`${section.id}-${index + 1}`} />
    ))}
  </>
);

/** Where the data of one section has a page of its own. */
export const sectionPath = (report: Report, section: Section): string => `${auditPath(report.id)}/data/${section.id}`;

/** The collected data: every section of the report, whatever evidence it shows, drawn in one way. */
export function Sections({ report }: { report: Report }): ReactElement {
  const sections = sectionsOf(report);
  if (sections.length === 0) return <p className="quiet">No data was collected.</p>;
  return (
    <div className="seen">
      {sections.map((section) => (
        <section key={section.id}>
          <h3>{clean(section.title, 200)}</h3>
          <SectionBody section={section} page={sectionPath(report, section)} />
        </section>
      ))}
    </div>
  );
}
