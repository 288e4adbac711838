import type { Migration } from 'kysely/migration';
import { up as audits } from './0001-audits.ts';
import { up as identity } from './0002-identity.ts';
import { up as metering } from './0003-metering.ts';
import { up as limits } from './0004-limits.ts';
import { up as pollWindows } from './0005-poll-windows.ts';
import { up as seals } from './0006-seals.ts';
import { up as optOutNews } from './0007-opt-out-news.ts';
import { up as auditMemories } from './0008-audit-memories.ts';
import { up as emailChanges } from './0009-email-changes.ts';
import { up as auditPhases } from './0010-audit-phases.ts';
import { up as privateByDefault } from './0011-private-by-default.ts';
import { up as gradeStatus } from './0012-grade-status.ts';
import { up as mailSessions } from './0013-mail-sessions.ts';
import { up as judgedPhases } from './0014-judged-phases.ts';
import { up as authority } from './0015-authority.ts';
import { up as statements } from './0016-statements.ts';
import { up as domains } from './0018-domains.ts';
import { up as waivers } from './0020-waivers.ts';
import { up as shareLinks } from './0021-share-links.ts';
import { up as ledgerCredentials } from './0022-ledger-credentials.ts';
import { up as confirmedAccounts } from './0023-confirmed-accounts.ts';
import { up as secondFactors } from './0024-second-factors.ts';
import { up as erasureAndBatches } from './0025-erasure-and-batches.ts';
import { up as earlierAudits } from './0026-earlier-audits.ts';
import { up as budgetLeases } from './targets/0027-budget-leases.ts';
import { up as targetAudits } from './targets/0028-target-audits.ts';
import { up as passkeys } from './accounts/0029-passkeys.ts';
import { up as securityEvents } from './accounts/0030-security-events.ts';
import { up as rememberedPorts } from './targets/0031-remembered-ports.ts';
import { up as batchCredentials } from './accounts/0032-batch-credentials.ts';
import { up as uncappedScores } from './audits/0033-uncapped-scores.ts';
import { up as portfolio } from './domains/0034-portfolio.ts';
import { up as acceptances } from './domains/0035-acceptances.ts';
import { up as leaving } from './accounts/0036-leaving.ts';
import { up as sessionNetworks } from './accounts/0039-session-networks.ts';
import { up as controls } from './domains/0040-controls.ts';
import { up as teams } from './teams/0041-teams.ts';
import { up as teamLog } from './teams/0042-team-log.ts';
import { up as shareAnswers } from './sharing/0044-share-answers.ts';
import { up as comparedReports } from './audits/0046-compared-reports.ts';
import { up as namedDeeds } from './teams/0047-named-deeds.ts';

/** Every migration by name, in order of names; forward only, and a released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-audits': { up: audits },
  '0002-identity': { up: identity },
  '0003-metering': { up: metering },
  '0004-limits': { up: limits },
  '0005-poll-windows': { up: pollWindows },
  '0006-seals': { up: seals },
  '0007-opt-out-news': { up: optOutNews },
  '0008-audit-memories': { up: auditMemories },
  '0009-email-changes': { up: emailChanges },
  '0010-audit-phases': { up: auditPhases },
  '0011-private-by-default': { up: privateByDefault },
  '0012-grade-status': { up: gradeStatus },
  '0013-mail-sessions': { up: mailSessions },
  '0014-judged-phases': { up: judgedPhases },
  '0015-authority': { up: authority },
  '0016-statements': { up: statements },
  '0018-domains': { up: domains },
  '0020-waivers': { up: waivers },
  '0021-share-links': { up: shareLinks },
  '0022-ledger-credentials': { up: ledgerCredentials },
  '0023-confirmed-accounts': { up: confirmedAccounts },
  '0024-second-factors': { up: secondFactors },
  '0025-erasure-and-batches': { up: erasureAndBatches },
  '0026-earlier-audits': { up: earlierAudits },
  '0027-budget-leases': { up: budgetLeases },
  '0028-target-audits': { up: targetAudits },
  '0029-passkeys': { up: passkeys },
  '0030-security-events': { up: securityEvents },
  '0031-remembered-ports': { up: rememberedPorts },
  '0032-batch-credentials': { up: batchCredentials },
  '0033-uncapped-scores': { up: uncappedScores },
  '0034-portfolio': { up: portfolio },
  '0035-acceptances': { up: acceptances },
  '0036-leaving': { up: leaving },
  '0039-session-networks': { up: sessionNetworks },
  '0040-controls': { up: controls },
  '0041-teams': { up: teams },
  '0042-team-log': { up: teamLog },
  '0044-share-answers': { up: shareAnswers },
  '0046-compared-reports': { up: comparedReports },
  '0047-named-deeds': { up: namedDeeds },
};
