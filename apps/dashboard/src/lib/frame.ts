import { createContext, useContext } from 'react';
import type { AssetNames } from '../build/asset-names.ts';

/** Who looks at a page. */
export interface Viewer {
  email: string;
  /** What the team is called that they act for; null: their own. */
  team: string | null;
  /** Whether they are an admin of the team that they act for. */
  runsTeam: boolean;
  /** Whether they may start audits and change what the team keeps: a reader may not. */
  mayWrite: boolean;
  isAdmin: boolean;
  /** False: the address has to be confirmed before audits and keys. */
  isConfirmed: boolean;
  /** When the account is deleted, because its holder asked for it; null: it stays. */
  deletesAt: number | null;
  /** Answers through share links of the team that nobody there has marked as seen. */
  newAnswers: number;
}

/** What every page needs to know of the service and of its reader. */
export interface Frame {
  /** What stands before every path of the service, such as /perimeter behind a proxy; empty for none. */
  base: string;
  /** The page's own path without the base. */
  path: string;
  viewer: Viewer | null;
  /** Credits left this month; null where they were not asked for, and without a limit. */
  credits: { remaining: number; limit: number; resetsAt: number } | null;
  signup: 'open' | 'closed' | 'setup';
  /** Whether passkeys can be used at the address of this page. */
  passkeys: boolean;
  /** Whether others reach the service, and its operator has not said by which address. */
  lacksAddress: boolean;
  assets: AssetNames;
  engineVersion: string;
  policyVersion: string;
  imprintUrl: string | null;
  privacyUrl: string | null;
  /** The origin that the reader reaches the service by. */
  origin: string;
  nowMs: number;
}

/** The frame of the page that is rendered. */
export const FrameContext = createContext<Frame | null>(null);

/** Whether the reader of a page only reads what the team has. */
export const onlyReads = ({ viewer }: Pick<Frame, 'viewer'>): boolean => viewer?.mayWrite === false;

/** The frame of the page that is rendered. Throws outside of one. */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (frame === null) throw new Error('A component was rendered outside of its page');
  return frame;
}
