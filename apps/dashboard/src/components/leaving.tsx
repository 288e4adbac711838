import type { ReactElement } from 'react';
import { useFrame } from '../lib/frame.ts';
import { Link, Notice, Time } from './parts.tsx';

/** That the account of the reader is to be deleted, and where it can be kept; the page of the account says it itself. */
export function Leaving(): ReactElement | null {
  const { viewer, path } = useFrame();
  const at = viewer?.deletesAt ?? null;
  if (at === null || path === '/settings/account') return null;
  return (
    <div className="wrap">
      <Notice title="Your account is to be deleted" tone="high" icon="warn">
        On <Time at={at} />. Until then it can be read, exported and kept:{' '}
        <Link to="/settings/account">Keep my account</Link>
      </Notice>
    </div>
  );
}
