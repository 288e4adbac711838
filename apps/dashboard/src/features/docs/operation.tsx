import type { ReactElement, ReactNode } from 'react';
import { Code } from '../../components/parts.tsx';
import type { ApiOperation, ApiResponse } from '../../lib/api-document.ts';
import { useFrame } from '../../lib/frame.ts';
import { commandFor, keyOf } from './command.ts';
import { Members, TypeOf } from './schema.tsx';

/** An operation with where it is. */
export interface Listed {
  method: string;
  path: string;
  operation: ApiOperation;
}

/** The method of a request: a word, and a colour for what it does. */
export const Method = ({ method }: { method: string }): ReactElement => (
  <span className={`method ${method}`}>{method.toUpperCase()}</span>
);

const accessWords = { key: 'API key or session', none: 'None required', session: 'Session of a browser' } as const;

function limitOf({ 'x-limit': limit }: ApiOperation): string | null {
  if (limit === undefined) return null;
  const quotas = Object.entries(limit.quotas);
  const first = quotas[0]?.[1];
  const told = quotas.every(([, quota]) => quota === first)
    ? `${first ?? 0} requests`
    : quotas.map(([plan, quota]) => `${quota} ${plan}`).join(', ');
  return `${told} per ${limit.windowSeconds} seconds`;
}

const Fact = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

const Facts = ({ operation }: { operation: ApiOperation }): ReactElement => {
  const { 'x-scope': scope, security } = operation;
  const isOptional = security.some((alternative) => Object.keys(alternative).length === 0);
  const limit = limitOf(operation);
  return (
    <dl className="facts wide">
      <Fact title="Credentials">
        {accessWords[keyOf(operation)]}
        {isOptional && keyOf(operation) === 'key' ? ', or none' : ''}
      </Fact>
      {scope === undefined ? null : (
        <Fact title="Scope of the key">
          <code>{scope}</code>
        </Fact>
      )}
      {limit === null ? null : <Fact title="Limit">{limit}</Fact>}
    </dl>
  );
};

const Parameters = ({ parameters }: Pick<ApiOperation, 'parameters'>): ReactElement | null =>
  parameters.length === 0 ? null : (
    <>
      <h4>Parameters</h4>
      <ul className="members">
        {parameters.map(({ name, in: where, required, description, schema }) => (
          <li key={`${where} ${name}`}>
            <code>{name}</code>{' '}
            <span className="type">
              <TypeOf schema={schema} />
            </span>{' '}
            <span className="quiet">
              in {where}
              {required ? '' : ', optional'}
              {description === '' ? '' : `: ${description}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );

const Example = ({ example, of }: { example: unknown; of: string }): ReactElement | null => {
  if (example === undefined) return null;
  const text = typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? '');
  return (
    <details className="more">
      <summary>Example</summary>
      <Code lines={text.split('\n')} label={`Example: ${of}`} />
    </details>
  );
};

const Body = ({ operation }: { operation: ApiOperation }): ReactElement | null => {
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (type === undefined || content === undefined) return null;
  return (
    <>
      <h4>
        Body{' '}
        <span className="quiet">
          {type}
          {operation.requestBody?.required === false ? ', optional' : ''}
        </span>
      </h4>
      <Members schema={content.schema ?? {}} />
    </>
  );
};

const Answer = ({ status, answer, of }: { status: string; answer: ApiResponse; of: string }): ReactElement => {
  const contents = Object.entries(answer.content);
  return (
    <li>
      <b className="num">{status}</b>{' '}
      {contents.length === 0 ? <span className="quiet">{answer.description}</span> : null}
      {contents.map(([type, { schema, example }]) => (
        <span key={type} className="answer-type">
          <span className="quiet small">{type} </span>
          <span className="type">{schema === undefined ? null : <TypeOf schema={schema} />}</span>
          <Example example={example} of={`${of}, ${status}`} />
        </span>
      ))}
    </li>
  );
};

const Problems = ({ refused }: { refused: readonly (readonly [string, ApiResponse])[] }): ReactElement | null =>
  refused.length === 0 ? null : (
    <p className="refused small">
      <span className="quiet">Errors: </span>
      {refused.map(([status, { 'x-problem-codes': codes = [] }]) => (
        <span key={status}>
          <b className="num">{status}</b>{' '}
          {codes.map((code) => (
            <a key={code} href={`#error-${code}`}>
              {code}
            </a>
          ))}
        </span>
      ))}
    </p>
  );

/** One operation: what it does, how to ask for it, and what it responds with. */
export function OperationSection({ method, path, operation }: Listed): ReactElement {
  const { origin, base } = useFrame();
  const command = commandFor(`${origin}${base}`, method, path, operation);
  const answers = Object.entries(operation.responses);
  const isProblem = ([, answer]: readonly [string, ApiResponse]): boolean => answer['x-problem-codes'] !== undefined;
  return (
    <section id={operation.operationId} className="operation stack">
      <h3>
        <Method method={method} /> <code>{path}</code>
      </h3>
      <p>
        <strong>{operation.summary}.</strong> {operation.description}
      </p>
      <Facts operation={operation} />
      {command === null ? null : <Code lines={command} label={`curl: ${operation.summary}`} />}
      <Parameters parameters={operation.parameters} />
      <Body operation={operation} />
      <h4>Responses</h4>
      <ul className="answers">
        {answers
          .filter((one) => !isProblem(one))
          .map(([status, answer]) => (
            <Answer key={status} status={status} answer={answer} of={operation.summary} />
          ))}
      </ul>
      <Problems refused={answers.filter(isProblem)} />
    </section>
  );
}
