import { ProtocolError } from '../../protocol-error.ts';
import { alertNames } from '../registry/alerts.data.ts';

/** An alert in clear (RFC 9846 section 6). */
export interface Alert {
  /** 1 warning, 2 fatal; other values come from confused servers and are kept. */
  level: number;
  description: number;
}

const warning = 1;
const closeNotify = 0;

/** Reads the fragment of an alert record, which is never empty nor split (RFC 9846 section 5.1). */
export function decodeAlert(fragment: Uint8Array): Alert {
  const [level, description] = fragment;
  if (level === undefined || description === undefined || fragment.length !== 2) {
    throw new ProtocolError('alert-length-invalid', 0, fragment.length);
  }
  return { level, description };
}

/** True for alerts after which nothing comes: every fatal one, and close_notify. */
export const endsConnection = ({ level, description }: Alert): boolean =>
  level !== warning || description === closeNotify;

/** The alert in words: "alert 70 protocol_version". */
export const alertText = ({ description }: Alert): string =>
  `alert ${description}${alertNames.has(description) ? ` ${alertNames.get(description)}` : ''}`;
