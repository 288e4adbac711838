import type { ReactElement } from 'react';
import { Notice } from '../components/parts.tsx';
import { CodeBlock } from './code-block.tsx';

/** Recovery codes right after they were made: the only time that they can be read. */
export const RecoveryCodeList = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement => (
  <>
    <Notice title="Keep these recovery codes now: they are shown only once" tone="medium" icon="warn">
      Each stands once for the passkey or the application. Keep them where you keep what must not get lost.
    </Notice>
    <CodeBlock lines={codes} what="recovery codes" />
    <p>
      <button className="button primary" type="button" onClick={onDone}>
        I have kept them
      </button>
    </p>
  </>
);
