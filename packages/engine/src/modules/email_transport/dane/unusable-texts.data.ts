import type { TlsaRecord } from '../../../evidence/mail-transport/host.ts';

/** The part of a TLSA record that mail senders cannot use. */
export const unusableTexts: Readonly<Record<NonNullable<TlsaRecord['unusable']>, string>> = {
  usage: 'usage 0 or 1, or one that does not exist',
  selector: 'a selector that does not exist',
  'matching-type': 'a matching type that does not exist',
  length: 'data of the wrong length',
  unreadable: 'fields that cannot be read',
};
