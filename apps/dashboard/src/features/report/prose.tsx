import { isLabel, plainText, stackName } from '@perimeter/report/examples';
import { type Block, proseBlocks, type Span } from '@perimeter/report/prose';
import type { ReactElement } from 'react';
import { CopyButton } from '../../components/parts.tsx';

function SpanText({ span }: { span: Span }): ReactElement {
  if (span.kind === 'code') return <code>{span.text}</code>;
  if (span.kind === 'strong') return <strong>{span.text}</strong>;
  if (span.kind === 'link')
    return (
      <a href={span.url} rel="noreferrer">
        {span.text}
      </a>
    );
  return <>{span.text}</>;
}

const Spans = ({ spans }: { spans: readonly Span[] }): ReactElement => (
  <>
    {spans.map((span, index) => (
      <SpanText key={index} span={span} />
    ))}
  </>
);

function BlockText({ block }: { block: Block }): ReactElement {
  if (block.kind === 'code') return <DiffCode lines={block.lines} label={stackName(block.language)} />;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    );
  if (block.kind === 'table')
    return (
      <table className="table wraps">
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  return (
    <ul className="dots">
      {block.items.map((item, index) => (
        <li key={index}>
          <Spans spans={item} />
        </li>
      ))}
    </ul>
  );
}

type LineKind = '' | 'note' | 'del' | 'add';

const marker = /^\s*(?:#|;|\/\/|<!--|--)\s*(before|after)\b/iu;
const comment = /^\s*(?:#|;|\/\/|<!--)/u;

/** The lines of an example: those under "before" are removed, those under "after" are added, others stay. */
function kindsOf(lines: readonly string[]): LineKind[] {
  const hasBoth = ['before', 'after'].every((word) =>
    lines.some((line) => marker.exec(line)?.[1]?.toLowerCase() === word),
  );
  let part: LineKind = '';
  return lines.map((line) => {
    const word = hasBoth ? marker.exec(line)?.[1]?.toLowerCase() : undefined;
    if (word !== undefined) {
      part = word === 'before' ? 'del' : 'add';
      return 'note';
    }
    if (comment.test(line) && part === '') return 'note';
    return line.trim() === '' ? '' : part;
  });
}

/** An example as a diff; what is copied is the state after the fix. */
export function DiffCode({ lines, label }: { lines: readonly string[]; label: string }): ReactElement {
  const kinds = kindsOf(lines);
  const copied = lines.filter((line, index) => kinds[index] !== 'del' && !marker.test(line)).join('\n');
  return (
    <div className="code">
      <pre tabIndex={0} role="group" aria-label={`Example: ${label}`}>
        <code>
          {lines.map((line, index) => (
            <span key={index} className={`l ${kinds[index] ?? ''}`}>
              {kinds[index] === 'del' ? <span className="hidden-visually">removed: </span> : null}
              {kinds[index] === 'add' ? <span className="hidden-visually">added: </span> : null}
              {line === '' ? ' ' : line}
            </span>
          ))}
        </code>
      </pre>
      <CopyButton text={copied} what={label} />
    </div>
  );
}

/** The prose of a check: paragraphs, lists and examples. */
export const Prose = ({ markdown, className = '' }: { markdown: string; className?: string }): ReactElement => (
  <div className={`prose ${className}`}>
    {proseBlocks(markdown).map((block, index) => (
      <BlockText key={index} block={block} />
    ))}
  </div>
);

interface Stack {
  name: string;
  lines: readonly string[];
}

/** A fix apart: the words before and after, and its examples by server; several examples of one server are one. */
function fixOf(markdown: string): { before: Block[]; stacks: Stack[]; after: Block[] } {
  const blocks = proseBlocks(markdown);
  const stacks = new Map<string, string[]>();
  const before: Block[] = [];
  const after: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    const [previous, next] = [blocks[index - 1], blocks[index + 1]];
    if (block.kind !== 'code') {
      if (!isLabel(block, next)) (stacks.size === 0 ? before : after).push(block);
      continue;
    }
    const label = isLabel(previous, block) ? plainText(previous).replace(/:$/u, '') : stackName(block.language);
    const known = stacks.get(label);
    stacks.set(label, known === undefined ? block.lines : [...known, '', ...block.lines]);
  }
  return { before, after, stacks: [...stacks].map(([name, lines]) => ({ name, lines })) };
}

const titleOf = (name: string): string => (name === '' ? 'Example' : name.charAt(0).toUpperCase() + name.slice(1));

/** How to fix an issue: words, then one server's example at a time. */
export function Fix({ markdown, name }: { markdown: string; name: string }): ReactElement {
  const { before, stacks, after } = fixOf(markdown);
  return (
    <div className="fixes">
      <div className="prose">
        {before.map((block, index) => (
          <BlockText key={index} block={block} />
        ))}
      </div>
      {stacks.length === 0 ? null : (
        <stack-memory>
          <div className="stacks">
            {stacks.map((stack, index) => (
              <details key={stack.name} name={`fix-${name}`} open={index === 0} data-stack={stack.name}>
                <summary>{stack.name === 'nginx' ? 'nginx' : titleOf(stack.name)}</summary>
                <DiffCode lines={stack.lines} label={stack.name} />
              </details>
            ))}
          </div>
        </stack-memory>
      )}
      {after.length === 0 ? null : (
        <div className="prose small quiet">
          {after.map((block, index) => (
            <BlockText key={index} block={block} />
          ))}
        </div>
      )}
    </div>
  );
}
