// In code points after composition (NFC): NIST SP 800-63B section 3.1.1.2.
const least = 12;
const most = 256;

/** How long a password is, in words. */
export const passwordLength = `${least} to ${most} characters`;

/** The same for programs that read the schema of a request. */
export const passwordBounds = { minLength: least, maxLength: most } as const;

const charactersOf = (password: string): number => [...password.normalize('NFC')].length;

/** True for a text that is longer than any password. */
export const isOverlong = (text: string): boolean => charactersOf(text) > most;

/** What to change where a password is too short or too long; null for one that is neither. */
export function lengthProblem(password: string): string | null {
  if (charactersOf(password) < least) return `Choose a password of at least ${least} characters`;
  return isOverlong(password) ? `Choose a password of at most ${most} characters` : null;
}
