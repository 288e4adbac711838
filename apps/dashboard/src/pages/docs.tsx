import { problems } from '@perimeter/contract/problem';
import type { ReactElement, ReactNode } from 'react';
import { Document } from '../components/document.tsx';
import { Link } from '../components/parts.tsx';
import { Search } from '../components/search.tsx';
import { type Listed, Method, OperationSection } from '../features/docs/operation.tsx';
import { Members, TypeOf } from '../features/docs/schema.tsx';
import { Pipelines } from '../features/keys/pipelines.tsx';
import { counted } from '../lib/format.ts';
import type { DocsProps } from '../lib/props.ts';

interface Group {
  name: string;
  description: string;
  listed: readonly Listed[];
}

const wordsOf = ({ method, path, operation }: Listed): string => {
  const { operationId, summary, description, parameters } = operation;
  return [method, path, operationId, summary, description, ...parameters.map(({ name }) => name)]
    .join(' ')
    .toLowerCase();
};

function groupsOf({ document, text }: DocsProps): readonly Group[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method, path, operation })),
  );
  const found = all.filter((one) => wordsOf(one).includes(text.toLowerCase()));
  return document.tags
    .map((tag) => ({ ...tag, listed: found.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter(({ listed }) => listed.length > 0);
}

const titled = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const Contents = ({ groups, schemas }: { groups: readonly Group[]; schemas: readonly string[] }): ReactElement => (
  <nav className="contents" aria-label="Contents">
    <ul>
      <li>
        <a href="#pipelines">In a pipeline</a>
      </li>
      <li>
        <a href="#errors">Errors</a>
      </li>
    </ul>
    {groups.map(({ name, listed }) => (
      <div key={name}>
        <h2 className="caps">{titled(name)}</h2>
        <ul>
          {listed.map(({ method, path, operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>
                <Method method={method} /> {path.replace(/^\/api/u, '')}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    {schemas.length === 0 ? null : (
      <details>
        <summary className="caps">{counted(schemas.length, 'schema')}</summary>
        <ul>
          {schemas.map((name) => (
            <li key={name}>
              <a href={`#schema-${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      </details>
    )}
  </nav>
);

const Chapter = ({
  id,
  title,
  about,
  children,
}: {
  id: string;
  title: string;
  about: ReactNode;
  children: ReactNode;
}) => (
  <section id={id} className="chapter">
    <h2>{title}</h2>
    <p className="quiet">{about}</p>
    {children}
  </section>
);

const InPipeline = (): ReactElement => (
  <Chapter
    id="pipelines"
    title="In a pipeline"
    about={
      <>
        Audits a domain and fails on critical and high findings. Make an <Link to="/settings/keys">API key</Link>, store
        it as the secret <code>PERIMETER_API_KEY</code>, and replace <code>example.com</code>.
      </>
    }
  >
    <Pipelines />
  </Chapter>
);

const Errors = (): ReactElement => (
  <Chapter
    id="errors"
    title="Errors"
    about={
      <>
        Every error is <code>application/problem+json</code> (RFC 9457) with one of these codes and a request id. Retry
        only those marked so, after the seconds in <code>Retry-After</code>.
      </>
    }
  >
    <div className="scroll" tabIndex={0} role="region" aria-label="Errors">
      <table className="table">
        <caption className="hidden-visually">Codes of errors</caption>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
            <th scope="col">Retry</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(problems).map(([code, { status, title, retryable }]) => (
            <tr key={code} id={`error-${code}`}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td className="num">{status}</td>
              <td>{title}</td>
              <td>{retryable ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Chapter>
);

const Schemas = ({ document }: Pick<DocsProps, 'document'>): ReactElement => (
  <Chapter id="schemas" title="Schemas" about="What bodies and responses consist of.">
    {Object.entries(document.components.schemas).map(([name, schema]) => (
      <section key={name} id={`schema-${name}`} className="operation stack">
        <h3>
          <code>{name}</code>{' '}
          <span className="type small">
            <TypeOf schema={schema} />
          </span>
        </h3>
        <Members schema={schema} />
      </section>
    ))}
  </Chapter>
);

/** The API: every operation with a command to try it, every error, every schema. */
export function DocsPage(props: DocsProps): ReactElement {
  const { document, text } = props;
  const groups = groupsOf(props);
  const count = groups.reduce((sum, { listed }) => sum + listed.length, 0);
  return (
    <Document title={`${document.info.title} API`}>
      <div className="wrap page">
        <div className="page-head">
          <div>
            <h1>API</h1>
            <p>
              {document.info.description} Also available as <Link to="/openapi.json">OpenAPI 3.1</Link>, version{' '}
              {document.info.version}.
            </p>
          </div>
          <Search label="Search the API" placeholder="Path or words" text={text} />
        </div>
        <div className="docs">
          <Contents groups={groups} schemas={Object.keys(document.components.schemas)} />
          <div>
            {text === '' ? <InPipeline /> : null}
            {text === '' ? null : (
              <p role="status">
                {counted(count, 'operation')} for your search. <Link to="/docs">Show all</Link>
              </p>
            )}
            {groups.map(({ name, description, listed }) => (
              <Chapter key={name} id={`tag-${name}`} title={titled(name)} about={description}>
                {listed.map((one) => (
                  <OperationSection key={one.operation.operationId} {...one} />
                ))}
              </Chapter>
            ))}
            <Errors />
            <Schemas document={document} />
          </div>
        </div>
      </div>
    </Document>
  );
}
