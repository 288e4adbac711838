import type { ReactElement } from 'react';
import type { PageRequest } from '../lib/props.ts';
import { OptOutPage } from './opt-out.tsx';
import { ProblemPage } from './problem.tsx';
import { AnswersPage } from './settings/answers.tsx';
import { AcceptedPage } from './settings/accepted.tsx';
import { JoinPage } from './settings/join.tsx';
import { TeamLogPage } from './settings/team-log.tsx';
import { TeamPage } from './settings/team.tsx';
import { UsagePage } from './usage.tsx';
import { VerifyPage } from './verify.tsx';

/** Pages that are about the service itself. */
export type ServicePage = Extract<
  PageRequest,
  { name: 'problem' | 'usage' | 'accepted' | 'answers' | 'opt-out' | 'verify' | 'team' | 'team-log' | 'join' }
>;

/** A page that is about the service itself. */
export function servicePage(page: ServicePage): ReactElement {
  switch (page.name) {
    case 'problem':
      return <ProblemPage {...page} />;
    case 'accepted':
      return <AcceptedPage {...page} />;
    case 'answers':
      return <AnswersPage {...page} />;
    case 'usage':
      return <UsagePage {...page} />;
    case 'opt-out':
      return <OptOutPage {...page} />;
    case 'verify':
      return <VerifyPage {...page} />;
    case 'team':
      return <TeamPage {...page} />;
    case 'team-log':
      return <TeamLogPage {...page} />;
    case 'join':
      return <JoinPage {...page} />;
  }
}
