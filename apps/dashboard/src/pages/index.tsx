import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Frame, FrameContext } from '../lib/frame.ts';
import type { PageRequest } from '../lib/props.ts';
import { CheckPage, ChecksPage } from './checks.tsx';
import { DocsPage } from './docs.tsx';
import { auditPage, hasReport } from './of-audits.tsx';
import { servicePage } from './of-service.tsx';
import { StartPage } from './start.tsx';
import { ToolPage } from './tool.tsx';

function pageOf(page: PageRequest): ReactElement {
  switch (page.name) {
    case 'start':
      return <StartPage {...page} />;
    case 'checks':
      return <ChecksPage {...page} />;
    case 'check':
      return <CheckPage {...page} />;
    case 'docs':
      return <DocsPage {...page} />;
    case 'tool':
      return <ToolPage {...page} />;
    case 'problem':
    case 'usage':
    case 'accepted':
    case 'answers':
    case 'opt-out':
    case 'verify':
    case 'team':
    case 'team-log':
    case 'join':
      return servicePage(page);
    default:
      return auditPage(page);
  }
}

export { hasReport };

/** A page as HTML. */
export const render = (page: PageRequest, frame: Frame): string =>
  `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{pageOf(page)}</FrameContext>)}`;
