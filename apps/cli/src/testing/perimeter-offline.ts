// The command line without network: every domain gets the sample report, names that begin with fail get none.
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { run } from '../run.ts';
import { noEvidence } from './command-line.ts';

const { stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  signal: new AbortController().signal,
  runAudit: async ({ domain }) =>
    domain.startsWith('fail')
      ? {
          ok: false,
          failure: { code: 'target_unreachable', message: 'Nothing answered', retryable: true },
          evidence: noEvidence,
        }
      : { ok: true, report: { ...sampleReport, domain }, evidence: noEvidence },
});
