import type { ReactElement, ReactNode } from 'react';
import { Document } from '../components/document.tsx';
import { SettingsNav } from '../components/settings-nav.tsx';
import { Notice } from '../components/parts.tsx';
import { useFrame } from '../lib/frame.ts';
import type { ToolName, ToolProps } from '../lib/props.ts';

const texts: Readonly<Record<ToolName, readonly [title: string, about: string]>> = {
  'sign-in': ['Log in', ''],
  'sign-up': ['Sign up', 'An account keeps its audits together, can make them private, and downloads signed PDFs.'],
  setup: ['Set up this service', 'The first account administers the service.'],
  'reset-password': ['Reset the password', ''],
  'confirm-email': ['Confirm the address', 'Your Perimeter account will use this address.'],
  keys: [
    'API keys',
    'For pipelines and tools. A key acts for this account within its scopes; it cannot create or revoke keys.',
  ],
  account: ['Account', ''],
  sessions: ['Browsers', 'Where this account is logged in.'],
  activity: ['Recent activity', 'Who logged in to this account and changed it, or tried, and from where.'],
  controls: [
    'Control of domains',
    'Prove that a domain is yours: its deep audits then need no statement, and it can have a badge.',
  ],
  upload: ['Audit many domains', 'Nothing starts before you have seen what was understood and what it costs.'],
  admin: ['Administration', 'Accounts of this service, domains whose owners opted out, the queue and versions.'],
};

const settings: ReadonlySet<ToolName> = new Set<ToolName>(['keys', 'account', 'sessions', 'activity', 'controls']);

/** Pages that need the whole width. */
const wide: ReadonlySet<ToolName> = new Set<ToolName>(['upload', 'admin']);

const Head = ({ tool }: { tool: ToolName }): ReactElement => (
  <div className="page-head">
    <div>
      <h1>{texts[tool][0]}</h1>
      {texts[tool][1] === '' ? null : <p>{texts[tool][1]}</p>}
    </div>
  </div>
);

/** Where script puts the tool; until then its place is held. */
function Root({ tool }: { tool: ToolName }): ReactElement {
  const frame = useFrame();
  return (
    <>
      <noscript>
        <Notice title="This page needs JavaScript" tone="medium" icon="warn">
          Everything else works without it; the API offers the same.
        </Notice>
      </noscript>
      <div id="tool" data-tool={tool} data-frame={JSON.stringify(frame)}>
        <div className="ghosts" aria-hidden="true">
          <span className="ghost" />
          <span className="ghost short" />
          <span className="ghost shorter" />
        </div>
      </div>
    </>
  );
}

const Beside = ({ children }: { children: ReactNode }): ReactElement => (
  <div className="settings">
    <SettingsNav />
    <div>{children}</div>
  </div>
);

/** What an administrator has to set before links, documents and passkeys are of use to others. */
function NoAddress(): ReactElement | null {
  const { lacksAddress, viewer } = useFrame();
  if (!lacksAddress || viewer?.isAdmin !== true) return null;
  return (
    <div className="wrap">
      <Notice title="PERIMETER_PUBLIC_URL is not set" tone="medium" icon="warn">
        Links in messages lead nowhere, PDFs have no QR code, and browsers cannot use passkeys. Set it to the address by
        which browsers reach this service, and restart.
      </Notice>
    </div>
  );
}

/** A page that changes things: the frame here, the rest in the browser. */
export function ToolPage({ tool }: ToolProps): ReactElement {
  const inner = (
    <>
      <Head tool={tool} />
      <Root tool={tool} />
    </>
  );
  return (
    <Document title={texts[tool][0]} script="tools">
      <NoAddress />
      {wide.has(tool) ? (
        <div className="wrap page">{inner}</div>
      ) : settings.has(tool) ? (
        <div className="wrap page">
          <Beside>{inner}</Beside>
        </div>
      ) : (
        <div className="entrance rings">
          <div>{inner}</div>
        </div>
      )}
    </Document>
  );
}
