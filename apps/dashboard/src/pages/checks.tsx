import { categoryTitles } from '@perimeter/contract/category';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Part } from '../components/parts.tsx';
import { Search } from '../components/search.tsx';
import { SeverityTag, severityTitles } from '../components/severity.tsx';
import { CheckProse } from '../features/checks/check-prose.tsx';
import { cvssWords } from '../features/report/cvss-words.ts';
import { referenceUrl } from '../features/report/reference.ts';
import { counted } from '../lib/format.ts';
import type { CheckProps, ChecksProps } from '../lib/props.ts';

const Rating = ({ check }: { check: CheckProps['check'] }): ReactElement =>
  check.severity === null || check.cvss === null ? (
    <span className="quiet small">Informational</span>
  ) : (
    <SeverityTag severity={check.severity}>{`${severityTitles[check.severity]} ${check.cvss.toFixed(1)}`}</SeverityTag>
  );

const matches = ({ id, title, finding }: CheckProps['check'], text: string): boolean =>
  text === '' || `${id} ${title} ${finding}`.toLowerCase().includes(text.toLowerCase());

interface HeadProps {
  total: number;
  modules: number;
  text: string;
  engineVersion: string;
}

function Head({ total, modules, text, engineVersion }: HeadProps): ReactElement {
  return (
    <div className="page-head">
      <div>
        <h1>Checks</h1>
        <p>
          {total === 0 ? (
            `No check has “${clean(text, 100)}” in its title or id.`
          ) : (
            <>
              {counted(total, 'check')}
              {text === '' ? '' : ' for your search'} in {counted(modules, 'module')}, engine {engineVersion}. Severity
              follows from the CVSS 4.0 vector of each check.
            </>
          )}
        </p>
      </div>
      <Search label="Search checks" placeholder="Title or id" text={text} />
    </div>
  );
}

/** Every check of this version, by module. */
export function ChecksPage({ catalogue, text }: ChecksProps): ReactElement {
  const modules = catalogue.modules
    .map((module) => ({ ...module, checks: module.checks.filter((check) => matches(check, text)) }))
    .filter(({ checks }) => checks.length > 0);
  const total = modules.reduce((sum, { checks }) => sum + checks.length, 0);
  return (
    <Document title="Checks">
      <div className="wrap page">
        <Head total={total} modules={modules.length} text={text} engineVersion={catalogue.engineVersion} />
        {modules.length === 0 ? (
          <p>
            <Link to="/checks">Show all checks</Link>
          </p>
        ) : null}
        {modules.map((module) => (
          <Part
            key={module.id}
            id={module.id}
            title={module.title}
            about={`${categoryTitles[module.category]}, ${counted(module.checks.length, 'check')}`}
          >
            <ul className="check-list">
              {module.checks.map((check) => (
                <li key={check.id}>
                  <Link to={`/checks/${check.id}`}>{check.finding}</Link>
                  <span className="quiet small">
                    <span className="mono">{check.id}</span>
                    {check.mode === 'deep' ? ', deep mode' : ''}
                  </span>
                  <Rating check={check} />
                </li>
              ))}
            </ul>
          </Part>
        ))}
      </div>
    </Document>
  );
}

function CheckFacts({ check }: { check: CheckProps['check'] }): ReactElement {
  return (
    <dl className="facts wide">
      <div>
        <dt>Passes if</dt>
        <dd>{check.title}</dd>
      </div>
      <div>
        <dt>Severity</dt>
        <dd>
          <Rating check={check} />
        </dd>
      </div>
      {check.cvssVector === null ? null : (
        <div className="whole">
          <dt>CVSS 4.0</dt>
          <dd>
            <span className="mono">{check.cvssVector}</span>
            <span className="metrics">
              {cvssWords(check.cvssVector).flatMap(([title, value]) => [
                <span key={title}>{title}</span>,
                <span key={`${title} value`}>{value}</span>,
              ])}
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>Scan mode</dt>
        <dd>{check.mode === 'deep' ? 'Deep only' : 'Standard and deep'}</dd>
      </div>
      {check.references.length === 0 ? null : (
        <div>
          <dt>References</dt>
          <dd>
            {check.references.map((url) => (
              <a key={url} className="reference" href={referenceUrl(url)} rel="noreferrer">
                {url.replace(/^https:\/\//u, '')}
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** One check of the catalogue. */
export const CheckPage = ({ check, module, texts }: CheckProps): ReactElement => (
  <Document title={check.finding}>
    <div className="wrap page">
      <nav aria-label="Path" className="path small">
        <Link to="/checks">Checks</Link>
        <span aria-hidden="true"> / </span>
        <span>{module}</span>
      </nav>
      <div className="page-head">
        <div>
          <h1>{check.finding}</h1>
          <p className="mono">{check.id}</p>
        </div>
      </div>
      <Part id="facts" title="Facts">
        <CheckFacts check={check} />
      </Part>
      {texts === null ? null : (
        <Part id="prose" title="Explanation">
          <CheckProse texts={texts} name={check.id} />
        </Part>
      )}
    </div>
  </Document>
);
