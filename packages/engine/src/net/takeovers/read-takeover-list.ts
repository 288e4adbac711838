import { jsonOrNull } from '@perimeter/protocols/json';
import { readTakeovers } from '@perimeter/protocols/names/read-takeovers';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import type { TakeoverList } from '@perimeter/protocols/names/takeover-table';
import type { ReadSetting, SetVariables } from '../environment/setting.ts';
import { ownOrShipped } from '../list-file.ts';

/** Far more than the list needs. */
const maxBytes = 4 * 1024 * 1024;

/** Services where strangers may claim names: the operator's file in can-i-take-over-xyz format, or the shipped list. */
export const readTakeoverList = (env: SetVariables): ReadSetting<TakeoverList> =>
  ownOrShipped([env, 'PERIMETER_TAKEOVERS'], maxBytes, shippedTakeovers, (text) => {
    const services = readTakeovers(jsonOrNull(text));
    return services === null ? 'the file is no list of services in the form of can-i-take-over-xyz' : { services };
  });
