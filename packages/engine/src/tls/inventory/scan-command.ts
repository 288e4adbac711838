import type { Learned } from './learned.ts';
import type { FirstAnswers, Negotiated } from './negotiated.ts';
import type { ScanSession } from './scan-session.ts';

/** What the first handshakes showed, on which every other command builds. */
export interface FirstResults {
  answers: FirstAnswers;
  negotiated: Negotiated;
  /** Versions that were accepted or refused otherwise at a second attempt. */
  second: Promise<FirstAnswers>;
}

/** One scan command: sends hellos to learn something about an endpoint, and returns it. */
export interface ScanCommand {
  name: string;
  run: (session: ScanSession, first: FirstResults) => Promise<Learned>;
}
