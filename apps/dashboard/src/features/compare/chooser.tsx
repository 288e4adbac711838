import type { ReactElement } from 'react';
import { Link } from '../../components/parts.tsx';
import type { CompareProps } from '../../lib/compare-props.ts';
import { useFrame } from '../../lib/frame.ts';

const query = (a: string, b: string): string =>
  `/compare?targetA=${encodeURIComponent(a)}&targetB=${encodeURIComponent(b)}`;

/** Two domains to compare. */
export function Chooser({
  targetA,
  targetB,
  refused,
}: Pick<CompareProps, 'targetA' | 'targetB' | 'refused'>): ReactElement {
  const { base } = useFrame();
  const stateOf = (field: string): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    refused?.at.includes(field) === true ? { 'aria-invalid': true, 'aria-describedby': 'refused' } : {};
  return (
    <form className="band-top compare-form" action={`${base}/compare`} method="get">
      <label className="hidden-visually" htmlFor="ta">
        First domain
      </label>
      <input
        id="ta"
        name="targetA"
        type="text"
        inputMode="url"
        required
        defaultValue={targetA}
        {...stateOf('targetA')}
        placeholder="example.com"
      />
      <label className="hidden-visually" htmlFor="tb">
        Second domain
      </label>
      <input
        id="tb"
        name="targetB"
        type="text"
        inputMode="url"
        required
        defaultValue={targetB}
        {...stateOf('targetB')}
        placeholder="example.org"
      />
      <button className="button primary" type="submit">
        Compare
      </button>
      {targetA === '' || targetB === '' ? null : (
        <Link className="button" to={query(targetB, targetA)}>
          Swap
        </Link>
      )}
    </form>
  );
}
