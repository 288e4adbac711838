import type { ReactElement } from 'react';
import { credits as inWords } from '../lib/format.ts';
import { type Frame, onlyReads, useFrame } from '../lib/frame.ts';
import { Icon, Logo } from './icon.tsx';
import { clean, Link } from './parts.tsx';

interface Entry {
  to: string;
  title: string;
}

const everybody: readonly Entry[] = [
  { to: '/compare', title: 'Compare' },
  { to: '/checks', title: 'Checks' },
  { to: '/verify', title: 'Verify' },
  { to: '/docs', title: 'API' },
];

const answers = '/settings/answers';

/** The settings of an account, in the order of their pages. */
const settingsEntries: readonly Entry[] = [
  { to: '/settings/team', title: 'Team' },
  { to: '/settings/keys', title: 'API keys' },
  { to: '/settings/usage', title: 'Usage' },
  { to: '/settings/accepted', title: 'Accepted risks' },
  { to: '/settings/controls', title: 'Control of domains' },
  { to: answers, title: 'Answers' },
  { to: '/settings/account', title: 'Account' },
  { to: '/settings/sessions', title: 'Browsers' },
  { to: '/settings/activity', title: 'Activity' },
];

const ofAdmins: readonly Entry[] = [{ to: '/admin', title: 'Administration' }];

/** The settings that a viewer has. */
export const settingsFor = ({ viewer }: Frame): readonly Entry[] => {
  const all = viewer?.isAdmin === true ? [...settingsEntries, ...ofAdmins] : settingsEntries;
  const count = viewer?.newAnswers ?? 0;
  return count === 0
    ? all
    : all.map((entry) => (entry.to === answers ? { ...entry, title: `${entry.title} (${count} new)` } : entry));
};

const mainEntries = ({ viewer }: Frame): readonly Entry[] =>
  viewer === null
    ? everybody
    : [{ to: '/audits', title: 'Audits' }, { to: '/domains', title: 'Domains' }, ...everybody];

/** What somebody without an account can do about it. */
const entrance = ({ signup }: Frame): readonly Entry[] =>
  signup === 'setup'
    ? [{ to: '/setup', title: 'Set up' }]
    : [{ to: '/sign-in', title: 'Log in' }, ...(signup === 'open' ? [{ to: '/sign-up', title: 'Sign up' }] : [])];

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

function Side(): ReactElement {
  const frame = useFrame();
  const { viewer, credits } = frame;
  return (
    <div className="side">
      {viewer === null ? (
        entrance(frame).map(({ to, title }) => (
          <Link key={to} to={to}>
            {title}
          </Link>
        ))
      ) : (
        <>
          {viewer.newAnswers === 0 ? null : (
            <Link to={answers}>
              {`${viewer.newAnswers} new`}
              <span className="hidden-visually"> {viewer.newAnswers === 1 ? 'answer' : 'answers'}</span>
            </Link>
          )}
          {credits === null ? null : <Link to="/settings/usage">{`${inWords(credits.remaining)} left`}</Link>}
          <Link to="/settings/account" className="who">
            {clean(viewer.team ?? viewer.email, 254)}
          </Link>
        </>
      )}
    </div>
  );
}

/** The bar at the top of every page. */
export function TopBar({ withQuickStart = true }: { withQuickStart?: boolean }): ReactElement {
  const frame = useFrame();
  const main = mainEntries(frame);
  const more = frame.viewer === null ? entrance(frame) : settingsFor(frame);
  return (
    <header className="topbar">
      <div className="wrap">
        <Link to="/" className="logo">
          <Logo />
          Perimeter
        </Link>
        <nav aria-label="Main">
          <Entries entries={main} path={frame.path} />
        </nav>
        {withQuickStart && !onlyReads(frame) ? <QuickStart /> : null}
        <Side />
        <details className="menu">
          <summary>Menu</summary>
          <Entries entries={[...main, ...more]} path={frame.path} />
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
        <Link to="/opt-out">What we send, and how to opt out</Link>
        {imprintUrl === null ? null : <a href={imprintUrl}>Imprint</a>}
        {privacyUrl === null ? null : <a href={privacyUrl}>Privacy</a>}
        <button type="button" className="linklike" popoverTarget="keys-help">
          Keyboard
        </button>
        <span className="push">Times are in UTC</span>
      </div>
    </footer>
  );
}
