import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { startShortcuts } from '../behaviours/shortcuts.ts';
import { type Frame, FrameContext } from '../lib/frame.ts';
import { RequestError } from '../lib/request.ts';
import type { ToolName } from '../lib/props.ts';
import { Activity } from './activity.tsx';
import { Admin } from './admin.tsx';
import { Controls } from './controls.tsx';
import { ConfirmEmail, ResetPassword, SignIn, SignUp } from './entrance.tsx';
import { Keys } from './keys.tsx';
import { Account, Sessions } from './settings.tsx';
import { Upload } from './upload.tsx';

const tools: Readonly<Record<ToolName, () => ReactElement>> = {
  'sign-in': SignIn,
  'sign-up': () => <SignUp withToken={false} />,
  setup: () => <SignUp withToken />,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmail,
  keys: Keys,
  account: Account,
  sessions: Sessions,
  activity: Activity,
  controls: Controls,
  upload: Upload,
  admin: Admin,
};

const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name);

/** What the server says of the page; it is ours, so its shape is not asked for. */
function readFrame(text: string): Frame {
  return JSON.parse(text);
}

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && error instanceof RequestError && error.problem.retryable },
  },
});

const root = document.getElementById('tool');
const name = root?.dataset['tool'] ?? '';
if (root !== null && isTool(name)) {
  const Tool = tools[name];
  createRoot(root).render(
    <FrameContext value={readFrame(root.dataset['frame'] ?? '{}')}>
      <QueryClientProvider client={client}>
        <Tool />
      </QueryClientProvider>
    </FrameContext>,
  );
}
startShortcuts();
