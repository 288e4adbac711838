import { type ReactElement, useState } from 'react';
import { Icon } from '../components/icon.tsx';

/** Copies a text and says so. */
export function Copy({ text, what }: { text: string; what: string }): ReactElement {
  const [label, setLabel] = useState('Copy');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setLabel('Copied'),
      () => setLabel('Not copied'),
    );
  return (
    <button className="button tiny" type="button" aria-label={`${label} ${what}`} onClick={copy}>
      <Icon name="copy" size={13} />
      {label}
    </button>
  );
}

/** Lines to copy. */
export const CodeBlock = ({ lines, what }: { lines: readonly string[]; what: string }): ReactElement => (
  <div className="code">
    <pre tabIndex={0} role="group" aria-label={what}>
      <code>
        {lines.map((line, index) => (
          <span key={index} className={`l${line.startsWith('#') ? ' note' : ''}`}>
            {line}
          </span>
        ))}
      </code>
    </pre>
    <Copy text={lines.join('\n')} what={what} />
  </div>
);
