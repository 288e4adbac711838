import type { ShareAnswer } from '@perimeter/contract/answers/answer';

/** An answer as a page shows it to whoever has the link: nothing in it leads to the audit. */
export type GivenAnswer = Pick<ShareAnswer, 'kind' | 'checkId' | 'text' | 'name' | 'createdAt'>;

/** What a link that takes answers shows of them. */
export interface LinkAnswers {
  /** What came through it and is not hidden, oldest first. */
  given: readonly GivenAnswer[];
  /** The reader just sent one. */
  isSent: boolean;
  /** Why what the reader just sent was refused, and what was typed. */
  refused: { message: string; kind: string; text: string; name: string } | null;
}

/** What the list of answers shows. */
export interface AnswersProps {
  /** Newest first. */
  answers: readonly ShareAnswer[];
  unseen: number;
  nextCursor: string | null;
  isFirstPage: boolean;
  /** Whether the reader may mark answers as seen. */
  mayMark: boolean;
  /** What the checks are called, by id. */
  titles: Readonly<Record<string, string>>;
}
