import type { Control, Swept } from './answer.ts';

/** Sends one sweep request. */
export type AskPath = (
  path: string,
  asking?: {
    octets?: number | undefined;
    post?: string | undefined;
    method?: 'GET' | 'HEAD' | 'POST';
    /** A key for a repeated request, so that it does not share the first response. */
    again?: string;
    /** Without a Range. */
    isWhole?: true;
    /** It may use one of the audit's last requests. */
    isControl?: true;
  },
) => Promise<Swept>;

/** Requests of one control. */
export const controlRequests = 2;

/** Tests whether the site still answers as before; further: also with a nonexistent path. */
export type AskControl = (further: boolean) => Promise<Control>;
