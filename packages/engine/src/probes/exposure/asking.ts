import type { Control, Swept } from './answer.ts';

/** Sends one request of the sweep. */
export type AskPath = (
  path: string,
  asking?: {
    octets?: number | undefined;
    post?: string | undefined;
    method?: 'GET' | 'HEAD' | 'POST';
    /** What tells the request apart from the same one before. */
    again?: string;
    /** Without a Range. */
    isWhole?: true;
    /** It may be one of the last requests of the audit. */
    isControl?: true;
  },
) => Promise<Swept>;

/** Requests of one control. */
export const controlRequests = 2;

/** Asks whether the site is still itself; further: by a path that it does not have, too. */
export type AskControl = (further: boolean) => Promise<Control>;
