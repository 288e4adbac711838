import type { ReactElement } from 'react';
import { Fix, Prose } from '../report/prose.tsx';
import type { CheckTexts } from '../../lib/props.ts';

/** The prose of a check. */
export const CheckProse = ({ texts, name }: { texts: CheckTexts; name: string }): ReactElement => (
  <div className="stack">
    {texts.why === '' ? null : (
      <section>
        <h3>Why it matters</h3>
        <Prose markdown={texts.why} />
      </section>
    )}
    {texts.fix === '' ? null : (
      <section>
        <h3>How to fix</h3>
        <Fix markdown={texts.fix} name={name} />
      </section>
    )}
    {texts.acceptable === '' ? null : (
      <section>
        <h3>When this risk can be accepted</h3>
        <Prose markdown={texts.acceptable} />
      </section>
    )}
  </div>
);
