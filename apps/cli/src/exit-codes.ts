/** Every code that the process ends with, and what it tells a pipeline. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done, and the gate passed' },
  gateFailed: { code: 1, meaning: 'done, but the gate failed' },
  usage: { code: 2, meaning: 'wrong arguments, settings or output file' },
  noReport: { code: 3, meaning: 'the audit failed: target unreachable, or too little could be judged' },
  bug: { code: 70, meaning: 'a defect of perimeter itself' },
  interrupted: { code: 130, meaning: 'interrupted (SIGINT)' },
  terminated: { code: 143, meaning: 'terminated (SIGTERM)' },
} as const;

/** One of the codes in the table. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code'];
