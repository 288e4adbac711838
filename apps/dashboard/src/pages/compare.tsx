import { firstName, listedName } from '@perimeter/report/verdict/names';
import type { ComparedFinding, ComparedTarget, Comparison } from '@perimeter/contract/compare';
import type { ReactElement } from 'react';
import { Duel, leadText } from '../features/compare/duel.tsx';
import { Document } from '../components/document.tsx';
import { clean, Link, Notice, Part, ReadersCannot, WriterLink } from '../components/parts.tsx';
import { SeverityTag, severities, severityTitles } from '../components/severity.tsx';
import { Chooser } from '../features/compare/chooser.tsx';
import { Pillars } from '../features/compare/pillars.tsx';
import { Many, ManyHead } from '../features/compare/many.tsx';
import type { CompareProps } from '../lib/compare-props.ts';

const Severities = ({ compared: { targetA, targetB } }: { compared: Comparison }): ReactElement => (
  <table className="table">
    <caption className="hidden-visually">Issues by severity</caption>
    <thead>
      <tr>
        <th scope="col">Severity</th>
        <th scope="col" className="right name">
          {clean(firstName(targetA), 253)}
        </th>
        <th scope="col" className="right name">
          {clean(firstName(targetB), 253)}
        </th>
      </tr>
    </thead>
    <tbody>
      {severities.map((severity) => (
        <tr key={severity}>
          <th scope="row">
            <SeverityTag severity={severity} />
          </th>
          <td className="num right">{targetA.issues[severity]}</td>
          <td className="num right">{targetB.issues[severity]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const placeText = ({ host, port }: ComparedFinding): string => {
  const where =
    host === '@'
      ? 'the domain'
      : host === '^'
        ? 'the domain above'
        : clean(host, 253).replace(/\.\^$/u, ' below the domain above');
  return port === null ? where : `${where}, port ${port}`;
};

function Differences({ title, findings }: { title: string; findings: readonly ComparedFinding[] }): ReactElement {
  if (findings.length === 0)
    return (
      <p className="none-here">
        <b>{title}</b> <span className="quiet">None.</span>
      </p>
    );
  return (
    <details className="more diff" open={findings.length <= 12}>
      <summary>
        {title} <span className="count">{findings.length}</span>
      </summary>
      <ul className="check-list">
        {findings.map((finding, index) => (
          <li key={index}>
            <Link to={`/checks/${finding.checkId}`}>{clean(finding.title, 300)}</Link>
            <span className="quiet small">{placeText(finding)}</span>
            <SeverityTag severity={finding.severity}>{severityTitles[finding.severity]}</SeverityTag>
          </li>
        ))}
      </ul>
    </details>
  );
}

const policyText = ({ policyVersion }: ComparedTarget): string =>
  policyVersion === null ? 'an early policy' : `policy ${clean(policyVersion, 20)}`;

function Body({ compared }: { compared: Comparison }): ReactElement {
  const { targetA, targetB, findings, findingsWithheld, policyChanged } = compared;
  return (
    <div className="wrap">
      {policyChanged ? (
        <Notice title="The scoring policies differ" icon="info">
          {`The scores of ${policyText(targetA)} and ${policyText(targetB)} cannot be compared; issues can. Audit both domains again to compare their scores.`}
        </Notice>
      ) : null}
      <Part id="pillars" title="Categories" about="The same scale on both sides.">
        <Pillars compared={compared} />
      </Part>
      <Part id="severities" title="Severities" about="Issues of each.">
        <Severities compared={compared} />
      </Part>
      <Part id="issues" title="Issues" about="Matched by check, host and port; www counts as the domain.">
        {findingsWithheld === undefined ? (
          <>
            <Differences title={`Only ${clean(firstName(targetA), 253)}`} findings={findings.onlyInA} />
            <Differences title={`Only ${clean(firstName(targetB), 253)}`} findings={findings.onlyInB} />
            <Differences title="Both" findings={findings.inBoth} />
          </>
        ) : (
          <Notice title="Issues are shown for your own audits" icon="lock">
            Both audits must belong to your account. Audit both domains while logged in to compare their issues.
          </Notice>
        )}
      </Part>
    </div>
  );
}

/** Two domains side by side. */
export const ComparePage = ({ targetA, targetB, compared, many, refused }: CompareProps): ReactElement => (
  <Document title={many !== null ? 'Domains compared' : compared === null ? 'Compare two domains' : leadText(compared)}>
    <section className="band" aria-labelledby="t">
      <div className="wrap">
        <Chooser targetA={targetA} targetB={targetB} refused={refused} />
        {many === null ? null : <ManyHead many={many} />}
        {many !== null ? null : compared === null ? (
          <div className="band-main whole">
            <div className="band-text">
              <h1 id="t">Compare two domains</h1>
              {refused === null ? (
                <p className="verdict">
                  Enter two domains that were audited. Comparing starts no audit and costs nothing.
                </p>
              ) : (
                <p className="verdict" role="alert" id="refused">
                  {refused.message}
                </p>
              )}
              <p className="row">
                {refused?.missing.map((domain) => (
                  <WriterLink key={domain} className="button primary" to={`/?domain=${encodeURIComponent(domain)}`}>
                    Audit {clean(listedName(domain), 520)}
                  </WriterLink>
                ))}
                {(refused?.missing ?? []).length === 0 ? null : <ReadersCannot />}
              </p>
            </div>
          </div>
        ) : (
          <Duel compared={compared} />
        )}
      </div>
    </section>
    {many === null ? null : <Many many={many} />}
    {compared === null ? null : <Body compared={compared} />}
  </Document>
);
