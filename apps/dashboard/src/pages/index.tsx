import { report as reportSchema, type Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Frame, FrameContext } from '../lib/frame.ts';
import { FailedPage, RunningPage } from './audit.tsx';
import { AuditsPage } from './audits.tsx';
import { CheckOfReportPage } from './check-of-report.tsx';
import { CheckPage, ChecksPage } from './checks.tsx';
import { ComparePage } from './compare.tsx';
import { DocsPage } from './docs.tsx';
import { OptOutPage } from './opt-out.tsx';
import { ProblemPage } from './problem.tsx';
import { ReportPage } from './report.tsx';
import { StartPage } from './start.tsx';
import { ToolPage } from './tool.tsx';
import { UsagePage } from './usage.tsx';
import { VerifyPage } from './verify.tsx';
import type { PageRequest } from '../lib/props.ts';

const utf8 = new TextDecoder();

const read = (body: Uint8Array): Report => reportSchema.parse(JSON.parse(utf8.decode(body)));

function pageOf(page: PageRequest): ReactElement {
  switch (page.name) {
    case 'start':
      return <StartPage {...page} />;
    case 'running':
      return <RunningPage {...page} />;
    case 'failed':
      return <FailedPage {...page} />;
    case 'report':
      return <ReportPage {...page} report={read(page.body)} />;
    case 'check-of-report':
      return <CheckOfReportPage {...page} report={read(page.body)} />;
    case 'checks':
      return <ChecksPage {...page} />;
    case 'check':
      return <CheckPage {...page} />;
    case 'docs':
      return <DocsPage {...page} />;
    case 'problem':
      return <ProblemPage {...page} />;
    case 'audits':
      return <AuditsPage {...page} />;
    case 'compare':
      return <ComparePage {...page} />;
    case 'usage':
      return <UsagePage {...page} />;
    case 'opt-out':
      return <OptOutPage {...page} />;
    case 'verify':
      return <VerifyPage {...page} />;
    case 'tool':
      return <ToolPage {...page} />;
  }
}

/** A page as HTML. */
export const render = (page: PageRequest, frame: Frame): string =>
  `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{pageOf(page)}</FrameContext>)}`;
