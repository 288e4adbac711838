/** Every exit code, with its meaning for pipelines. */
export const exitCodes = {
  ok: { code: 0, meaning: 'completed, gate passed' },
  gateFailed: { code: 1, meaning: 'completed, gate failed' },
  usage: { code: 2, meaning: 'invalid arguments, settings or output file' },
  noReport: { code: 3, meaning: 'audit failed or incomplete: target unreachable, or too many inconclusive checks' },
  untrustedSigner: { code: 4, meaning: 'verify: unchanged, but the signer is not trusted' },
  notSealed: { code: 5, meaning: 'verify: not a PDF, or not a signed report' },
  serviceRefused: { code: 6, meaning: 'the service refused: credits, rate limit or API key' },
  serviceUnreachable: { code: 7, meaning: 'the service cannot be reached, after retries' },
  bug: { code: 70, meaning: 'internal error' },
  interrupted: { code: 130, meaning: 'interrupted (SIGINT)' },
  terminated: { code: 143, meaning: 'terminated (SIGTERM)' },
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code'];

/** Codes as help lists them. */
export const codeRows = (listed: readonly { code: number; meaning: string }[]): Record<string, string> =>
  Object.fromEntries(listed.map(({ code, meaning }) => [code, meaning]));
