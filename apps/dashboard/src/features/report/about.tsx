import type { ReactElement } from 'react';
import { Link, Time } from '../../components/parts.tsx';
import type { ReportProps } from '../../lib/props.ts';
import { isAudit } from '../../lib/sample.ts';

/** How to cite a report, and how to prove that it is unchanged. */
export const About = ({ report, digest }: Pick<ReportProps, 'report' | 'digest'>): ReactElement => (
  <>
    <dl className="facts wide">
      {report.id.startsWith('aud_') ? (
        <div>
          <dt>Audit</dt>
          <dd className="mono">{report.id}</dd>
        </div>
      ) : null}
      <div>
        <dt>Measured</dt>
        <dd>
          <Time at={report.startedAt} />, {report.scanMode} mode
        </dd>
      </div>
      <div>
        <dt>Evaluated by</dt>
        <dd>
          engine {report.engineVersion}, scoring policy {report.score.policyVersion}, report schema{' '}
          {report.schemaVersion}
        </dd>
      </div>
      {!isAudit(report.id) ? null : (
        <div className="whole">
          <dt>SHA-256 of the canonical report</dt>
          <dd className="mono">{digest}</dd>
        </div>
      )}
    </dl>
    {!isAudit(report.id) ? null : (
      <p className="small">
        <Link to="/verify">Verify a PDF or JSON report</Link> of this service: any changed byte is detected.
      </p>
    )}
  </>
);
