import { readFileSync } from 'node:fs';

/** A user and its group, as spawn takes them. */
export interface Ids {
  uid: number;
  gid: number;
}

/** The user who owns nothing. The number is looked up, because initdb wants its user to be in the password file. */
export function nobody(): Ids {
  const fallback = { uid: 65_534, gid: 65_534 };
  try {
    const fields = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
    return fields === null ? fallback : { uid: Number(fields[1]), gid: Number(fields[2]) };
  } catch {
    return fallback;
  }
}
