import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Notice, Part, Time } from '../components/parts.tsx';
import type { VerifyProps } from '../lib/props.ts';

function Asked({ asked }: VerifyProps): ReactElement | null {
  if (asked === null) return null;
  const { known } = asked;
  if (known === null)
    return (
      <Notice title="No report with this hash was issued here" tone="critical" icon="cross">
        This service has never signed a report with this hash. Check that this is the address of the service that issued
        the report.
      </Notice>
    );
  return (
    <Notice title="This report was issued here" tone="good" icon="check">
      {clean(listedName(known.domain), 520)}, measured <Time at={known.completedAt} />: {known.score} of 100, grade{' '}
      {known.grade}. Compare this with your document, or drop the file below to verify it completely.
    </Notice>
  );
}

/** Verifies a report: a file is sent to the service and its answer shown; with a hash, what the register says of it. */
export const VerifyPage = ({ asked }: VerifyProps): ReactElement => (
  <Document title="Verify a report">
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>Verify a report</h1>
          <p>
            Drop a PDF or JSON report of this service. The signature, the attached data and the register entry are
            verified; any changed byte is detected.
          </p>
        </div>
      </div>
      <div className="stack">
        <Asked asked={asked} />
        <verify-file>
          <label className="drop" htmlFor="file">
            <strong>Drop the file here</strong>
            <span>or choose it</span>
            <input id="file" type="file" accept="application/pdf,application/json,.pdf,.json" />
          </label>
          <div data-answer="" role="status" aria-live="polite" />
        </verify-file>
        <noscript>
          <p>
            Without JavaScript:{' '}
            <code>curl --data-binary @report.pdf -H &quot;Content-Type: application/pdf&quot; …/api/verify</code>
          </p>
        </noscript>
      </div>
      <Part id="without" title="Without this service">
        <p className="small">
          The file is not stored. To verify without this service, use the signing root at{' '}
          <Link to="/.well-known/perimeter-signing/root.pem">/.well-known/perimeter-signing/root.pem</Link>.
        </p>
      </Part>
    </div>
  </Document>
);
