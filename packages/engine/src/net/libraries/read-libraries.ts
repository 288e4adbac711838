import { jsonOrNull } from '@perimeter/protocols/json';
import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import { readRetire } from '@perimeter/protocols/libraries/retire';
import type { LibraryList } from '@perimeter/protocols/libraries/table';
import type { ReadSetting, SetVariables } from '../environment/setting.ts';
import { ownOrShipped } from '../list-file.ts';

/** Far more than the list needs. */
const maxBytes = 16 * 1024 * 1024;

/** The list of libraries with known flaws: the operator's file in Retire.js format, or the shipped list. */
export const readLibraries = (env: SetVariables): ReadSetting<LibraryList> =>
  ownOrShipped(
    [env, 'PERIMETER_LIBRARIES'],
    maxBytes,
    shippedLibraries,
    (text): Pick<LibraryList, 'libraries'> | string => {
      const read = readRetire(jsonOrNull(text));
      return read === null ? 'the file is no repository of Retire.js with advisories' : { libraries: read.libraries };
    },
  );
