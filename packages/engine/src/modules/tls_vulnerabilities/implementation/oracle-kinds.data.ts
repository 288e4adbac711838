/** The name of each oracle. No packaged tool sends such records, so the findings have no command. */
export const oracleKinds = {
  goldendoodle: 'GOLDENDOODLE (distinguishes valid padding with an invalid MAC)',
  'zombie-poodle': 'Zombie POODLE (distinguishes invalid padding with a valid MAC)',
  'sleeping-poodle': 'Sleeping POODLE (distinguishes some invalid padding bytes)',
  'zero-length-padding': 'the empty-record oracle of OpenSSL (CVE-2019-1559)',
  'openssl-2016-2107': 'the negative-length oracle of AES-NI code (CVE-2016-2107)',
} as const;
