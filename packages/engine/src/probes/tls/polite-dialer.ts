import { netFailed } from '../../evidence/observed.ts';
import type { Dialer } from '../../net/dialer.ts';

/** How many connections an inventory may open to one address of a mail server. */
export interface Allowance {
  connections: number;
  /** Reserved for the known-good hello after a refusal: it shows that earlier rejections were no rate limit. */
  kept: 0 | 1;
}

/** A dialer that opens one connection at a time, up to a total. */
export function politely(dialer: Dialer, { connections, kept }: Allowance): Dialer {
  let opened = 0;
  let wasRefused = false;
  return {
    connect: async (target, options) => {
      if (opened >= connections - (wasRefused ? 0 : kept)) {
        wasRefused = true;
        return { ok: false, failure: netFailed('budget', 'mail-connections', opened) };
      }
      opened += 1;
      return dialer.connect(target, options);
    },
    lastTaken: (place) => dialer.lastTaken(place),
    barred: (target) => dialer.barred(target),
    rest: (place, close) => dialer.rest(place, close),
    budget: (place) => ({ ...dialer.budget(place), maxOpen: 1, maxPreopened: 0 }),
    slowDown: (place) => dialer.slowDown(place),
    get opened() {
      return opened;
    },
  };
}
