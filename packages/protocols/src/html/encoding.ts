/** Whether browsers know an encoding by this label (Encoding, "get an encoding"); they ignore a charset with any other. */
export function isEncodingLabel(label: string): boolean {
  // The one encoding of the standard that no TextDecoder has.
  if (label.trim().toLowerCase() === 'x-user-defined') return true;
  try {
    return new TextDecoder(label).decode() === '';
  } catch {
    return false;
  }
}
