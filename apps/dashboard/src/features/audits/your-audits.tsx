import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Mark } from '../../components/dial.tsx';
import { clean, Link, Part } from '../../components/parts.tsx';
import { counted } from '../../lib/format.ts';
import { useFrame } from '../../lib/frame.ts';
import type { StartProps } from '../../lib/props.ts';
import { AuditList } from './audit-list.tsx';

/** The way to the sample report. */
const SampleLink = ({ sample: { domain, score, grade, issues } }: Pick<StartProps, 'sample'>): ReactElement => (
  <ul className="audits">
    <li>
      <Link className="sample" to="/sample">
        <Mark value={score} text={grade} grade={grade} label={`Grade ${grade}`} />
        <span>
          <b>Sample report of {clean(listedName(domain), 520)}</b>
          <span className="quiet small">{counted(issues, 'issue')}, each with evidence and fixes</span>
        </span>
        <span className="serif num">{score}</span>
      </Link>
    </li>
  </ul>
);

/** The latest audits of the reader; a sample report for who has none. */
export function YourAudits({ recent, sample }: Pick<StartProps, 'recent' | 'sample'>): ReactElement | null {
  const { viewer } = useFrame();
  if (viewer === null)
    return (
      <Part id="sample" title="See a report first" about="A site of our test lab, misconfigured on purpose.">
        <SampleLink sample={sample} />
      </Part>
    );
  return (
    <Part
      id="audits"
      title="Your audits"
      about={recent.length === 0 ? undefined : <Link to="/audits">All audits</Link>}
    >
      {recent.length === 0 ? (
        <>
          <p className="quiet">
            No audits yet.
            {viewer.mayWrite ? ' Enter a domain above: the result appears here as soon as it starts.' : ''}
          </p>
          <SampleLink sample={sample} />
        </>
      ) : (
        <AuditList audits={recent} />
      )}
    </Part>
  );
}
