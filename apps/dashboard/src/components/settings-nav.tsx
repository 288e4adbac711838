import type { ReactElement } from 'react';
import { useFrame } from '../lib/frame.ts';
import { settingsFor } from './navigation.tsx';
import { Link } from './parts.tsx';

/** The pages of the settings beside each of them. */
export function SettingsNav(): ReactElement {
  const frame = useFrame();
  const { path } = frame;
  return (
    <nav className="side-nav" aria-label="Settings">
      <ul>
        {settingsFor(frame).map(({ to, title }) => (
          <li key={to}>
            <Link to={to} current={path === to}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
