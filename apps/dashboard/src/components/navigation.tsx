import type { ReactElement } from 'react';
import { useFrame } from '../lib/frame.ts';
import { Icon, Logo } from './icon.tsx';
import { Link } from './parts.tsx';

interface Entry {
  to: string;
  title: string;
}

const everybody: readonly Entry[] = [
  { to: '/checks', title: 'Checks' },
  { to: '/verify', title: 'Verify' },
  { to: '/docs', title: 'API' },
];

const isCurrent = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`);

const Entries = ({ entries, path }: { entries: readonly Entry[]; path: string }): ReactElement => (
  <ul>
    {entries.map(({ to, title }) => (
      <li key={to}>
        <Link to={to} current={isCurrent(path, to)}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
);

const QuickStart = (): ReactElement => {
  const { base } = useFrame();
  return (
    <form className="quick push" action={`${base}/`} method="get" aria-label="Audit a domain">
      <button type="submit" aria-label="Continue">
        <Icon name="search" />
      </button>
      <input
        name="domain"
        type="text"
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        placeholder="Audit a domain"
        aria-label="Audit a domain"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
};

/** The bar at the top of every page. */
export function TopBar({ withQuickStart = true }: { withQuickStart?: boolean }): ReactElement {
  const { path } = useFrame();
  return (
    <header className="topbar">
      <div className="wrap">
        <Link to="/" className="logo">
          <Logo />
          Perimeter
        </Link>
        <nav aria-label="Main">
          <Entries entries={everybody} path={path} />
        </nav>
        {withQuickStart ? <QuickStart /> : null}
        <details className="menu">
          <summary>Menu</summary>
          <Entries entries={everybody} path={path} />
        </details>
      </div>
    </header>
  );
}

/** The foot of every page. */
export function Foot(): ReactElement {
  const { engineVersion, policyVersion, imprintUrl, privacyUrl } = useFrame();
  return (
    <footer className="foot">
      <div className="wrap">
        <span>{`Perimeter ${engineVersion}, scoring policy ${policyVersion}`}</span>
        <Link to="/docs">API</Link>
        <Link to="/checks">All checks</Link>
        {imprintUrl === null ? null : <a href={imprintUrl}>Imprint</a>}
        {privacyUrl === null ? null : <a href={privacyUrl}>Privacy</a>}
        <span className="push">Times are in UTC</span>
      </div>
    </footer>
  );
}
