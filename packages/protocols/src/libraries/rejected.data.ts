/** CVE numbers that their authority has withdrawn as no flaw or as the double of another, by the state of NVD on 2026-11-23. */
export const rejectedNumbers: ReadonlySet<string> = new Set([
  'CVE-2017-16011',
  'CVE-2020-23064',
  'CVE-2024-6484',
  'CVE-2024-6531',
]);
