import type { ReactElement } from 'react';
import { useFrame } from '../lib/frame.ts';
import { settingsEntries } from './navigation.tsx';
import { Link } from './parts.tsx';

/** The pages of the settings beside each of them. */
export function SettingsNav(): ReactElement {
  const { path } = useFrame();
  return (
    <nav className="side-nav" aria-label="Settings">
      <ul>
        {settingsEntries.map(({ to, title }) => (
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
