// The command line without network: every domain gets the sample report, names that begin with fail get none.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// As the command itself does.
enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/compiled'));
const { sampleReport } = await import('@perimeter/report/testing/sample-report');
const { run } = await import('../run.ts');
const { noEvidence } = await import('./command-line.ts');

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
