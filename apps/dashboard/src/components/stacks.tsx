import type { ReactElement } from 'react';
import { Code } from './parts.tsx';

/** Lines to copy, one way open at a time. */
export const Stacks = ({
  name,
  ways,
}: {
  name: string;
  ways: readonly { name: string; lines: readonly string[] }[];
}): ReactElement => (
  <div className="stacks">
    {ways.map((way, index) => (
      <details key={way.name} name={name} open={index === 0}>
        <summary>{way.name}</summary>
        <Code lines={way.lines} label={way.name} />
      </details>
    ))}
  </div>
);
