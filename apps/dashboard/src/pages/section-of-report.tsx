import { firstName } from '@perimeter/report/verdict/names';
import { sectionsOf } from '@perimeter/report/sections/sections-of';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Part } from '../components/parts.tsx';
import { SectionBody, sectionPath } from '../features/report/sections.tsx';
import type { SectionOfReportProps } from '../lib/props.ts';
import { auditPath } from '../lib/sample.ts';
import { MissingPartError } from './missing-part.ts';

/** The data of one section of a report, whole, with the other sections beside it. */
export function SectionOfReportPage({ report, sectionId }: SectionOfReportProps): ReactElement {
  const sections = sectionsOf(report);
  const section = sections.find(({ id }) => id === sectionId);
  if (section === undefined) throw new MissingPartError();
  const title = clean(section.title, 200);
  return (
    <Document title={`${title} · ${clean(firstName(report), 253)}`}>
      <div className="wrap page">
        <nav aria-label="Path" className="path small">
          <Link to={`${auditPath(report.id)}#seen`}>{clean(firstName(report), 253)}</Link>
          <span aria-hidden="true"> / </span>
          <span>Collected data</span>
        </nav>
        <div className="page-head">
          <h1>{title}</h1>
        </div>
        <div className="seen">
          <SectionBody section={section} page={null} />
        </div>
        <Part id="others" title="Other data of this report">
          <ul>
            {sections
              .filter(({ id }) => id !== sectionId)
              .map((other) => (
                <li key={other.id}>
                  <Link to={sectionPath(report, other)}>{clean(other.title, 200)}</Link>
                </li>
              ))}
          </ul>
        </Part>
      </div>
    </Document>
  );
}
