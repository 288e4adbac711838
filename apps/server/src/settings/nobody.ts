import { readFileSync } from 'node:fs';

/** User and group ids, as spawn takes them. */
export interface Ids {
  uid: number;
  gid: number;
}

/** The unprivileged user. Its id is looked up, because initdb requires the user in the password file. */
export function nobody(): Ids {
  const fallback = { uid: 65_534, gid: 65_534 };
  try {
    const fields = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
    return fields === null ? fallback : { uid: Number(fields[1]), gid: Number(fields[2]) };
  } catch {
    return fallback;
  }
}
